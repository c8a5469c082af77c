import { createSelectorCreator, weakMapMemoize } from 'reselect'

// Few have more than some results; a screen that asks by ever new texts must not keep them all.
const bounds = { maxSize: 1000 }
// What reselect checks in development, it checks by running each function twice.
const devModeChecks = { inputStabilityCheck: 'never', identityFunctionCheck: 'never' } as const

/**
 * Makes a selector of the store: remembered by the identity of its inputs, at most a thousand results for inputs that
 * are texts or numbers. Not for what is read thousands of times a change, such as single records: looking up what is
 * remembered costs more than those do.
 */
export const createEntitySelector = /* @__PURE__ */ createSelectorCreator({
  memoize: weakMapMemoize,
  memoizeOptions: bounds,
  argsMemoize: weakMapMemoize,
  argsMemoizeOptions: bounds,
  devModeChecks,
})
