import { fetcherLike, type Fetcher } from '../core/fetchContract'
import type { StorePlugin } from '../store/createEntityStore'
import { attachRecorder, createRecorder } from './recording/recorder'

/** What {@link createDevtools} gives. */
export interface Devtools {
  /** Attaches the devtools to a store when it is made: `createEntityStore({ plugins: [devtools.plugin] })`. */
  readonly plugin: StorePlugin
  /** The same fetcher, with its requests in the log and under the failure switch: for what is sent past the store. */
  readonly watch: (fetcher: Fetcher) => Fetcher
}

/**
 * Devtools that see a store from its first moment on, and what is sent past it. An application whose reads begin with its
 * components needs none: `<CopydeskDevtools />` attaches itself.
 *
 * It records wherever it is called, in production too: call it in development only, or where the panel is wanted.
 * @example
 * const devtools = createDevtools()
 * const fetcher = devtools.watch(createRestFetcher({ root: 'https://example.org/wp-json/' }))
 * const store = createEntityStore({ fetcher, plugins: [devtools.plugin] })
 */
export function createDevtools(): Devtools {
  const recorder = createRecorder()
  return {
    plugin: (store) => void attachRecorder(store, recorder),
    watch: (fetcher) => fetcherLike(fetcher, (request) => recorder.send(request, fetcher)),
  }
}
