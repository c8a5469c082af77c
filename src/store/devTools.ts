import { compose, type StoreEnhancer } from 'redux'
import { isDevelopment } from '../core/isDevelopment'

/** How enhancers become one; the first of them is the outermost. */
type Compose = (...enhancers: StoreEnhancer[]) => StoreEnhancer

/** Composes enhancers, with Redux DevTools behind them where they are wanted and installed. */
export function composeWithDevTools(devTools: boolean | { readonly name: string } | undefined): Compose {
  const tool = (globalThis as { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__?: (options: object) => Compose })
    .__REDUX_DEVTOOLS_EXTENSION_COMPOSE__
  if (tool === undefined || !(devTools ?? isDevelopment())) return compose as Compose
  return tool({ name: typeof devTools === 'object' ? devTools.name : 'Copydesk' })
}
