import { createCoreStore } from './createCoreStore'

/** The store named `core`, on `@wordpress/api-fetch`: what `@wordpress/core-data` calls so. */
export const store = /* @__PURE__ */ createCoreStore()
