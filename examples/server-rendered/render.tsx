import { renderToPipeableStream, type PipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { createEntityStore, dehydrate, type Fetcher } from 'copydesk'
import { EntityStoreProvider } from 'copydesk/react'
import { inScript } from './inScript'
import { createRoutes } from './routes'

/** A page on its way to one visitor. */
export interface RenderedPage {
  readonly status: number
  readonly stream: PipeableStream
  /** What the browser begins with, as a script; called when the stream has ended. */
  readonly readState: () => string
}

/** Renders what a request asks for, with a store of its own: visitors share nothing. Gives an answer where that is one. */
export async function render(request: Request, fetcher: Fetcher): Promise<RenderedPage | Response> {
  // Whoever waits for the end of the process need not wait for a store that forgets what is unused.
  const store = createEntityStore({ fetcher, devTools: false, collectAfter: false })
  const handler = createStaticHandler(createRoutes(store))
  const context = await handler.query(request)
  if (context instanceof Response) return context
  const router = createStaticRouter(handler.dataRoutes, context)

  const stream = await new Promise<PipeableStream>((resolve, reject) => {
    const started = renderToPipeableStream(
      <EntityStoreProvider store={store}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </EntityStoreProvider>,
      {
        onShellReady: () => resolve(started),
        onShellError: reject,
        // What failed on the server the browser tries again.
        onError: (error) => console.error(error),
      },
    )
  })
  const readState = () => {
    const page = { state: dehydrate(store.getState()), loaderData: context.loaderData }
    return `<script>window.page = ${inScript(page)}</script>`
  }
  return { status: context.statusCode, stream, readState }
}
