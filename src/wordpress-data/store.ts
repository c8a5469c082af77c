export {
  copydeskOf,
  createCoreStore,
  type CoreStoreDescriptor,
  type CoreStoreOptions,
  type Registry,
} from './createCoreStore'
export type { CoreStoreInstance } from './lend'
export type { Functions } from './metadata'
export type { Flavour } from './flavours'
export { createApiFetcher, type ApiFetch, type ApiFetchOptions } from './apiFetcher'
export { registerCoreStore } from './registerCoreStore'
export { store } from './defaultStore'
export { serializeBlocksOnce, type BlockSerializers } from './serializeBlocksOnce'
