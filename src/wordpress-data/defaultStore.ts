import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data'
import { createCoreStore } from './createCoreStore'
import type { AnyValue } from './declarations/anyValue'
import type { CoreStoreActions } from './declarations/actions'
import type { CoreStoreSelectors } from './declarations/selectors'

/** What `@wordpress/data` knows of the store named `core`, so that `select(store)` and `useSelect` are typed. */
export type CoreStore = StoreDescriptor<ReduxStoreConfig<AnyValue, CoreStoreActions, CoreStoreSelectors>>

/** The store named `core`, on `@wordpress/api-fetch`: what `@wordpress/core-data` calls so. */
export const store: CoreStore = /* @__PURE__ */ createCoreStore() as unknown as CoreStore
