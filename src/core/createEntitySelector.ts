import { createSelectorCreator, weakMapMemoize } from 'reselect'

// Few have more than some results; a screen that asks by ever new texts must not keep them all.
const bounds = { maxSize: 1000 }
// What reselect checks in development, it checks by running each function twice.
const devModeChecks = { inputStabilityCheck: 'never', identityFunctionCheck: 'never' } as const

/**
 * Makes a selector of the store: remembered by the identity of its inputs, at most a thousand results for inputs that
 * are texts or numbers. Not for what only looks something up, such as a single record: there is nothing to remember.
 */
export const createEntitySelector = /* @__PURE__ */ createSelectorCreator({
  memoize: weakMapMemoize,
  memoizeOptions: bounds,
  argsMemoize: weakMapMemoize,
  argsMemoizeOptions: bounds,
  devModeChecks,
})
