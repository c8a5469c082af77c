import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider, type HydrationState } from 'react-router'
import { createEntityStore, createRestFetcher, type EntityState } from 'copydesk'
import { CopydeskDevtools } from 'copydesk/devtools'
import { EntityStoreProvider } from 'copydesk/react'
import { createRoutes } from './routes'

declare global {
  interface Window {
    /** Written by the server. */
    page: { state: EntityState; loaderData: HydrationState['loaderData'] }
  }
}

const { state, loaderData } = window.page
const store = createEntityStore({
  fetcher: createRestFetcher({ root: new URL('/wp-json/', location.href).href }),
  preloadedState: state,
})
const router = createBrowserRouter(createRoutes(store), { hydrationData: { loaderData: loaderData ?? {} } })

hydrateRoot(
  document.getElementById('root')!,
  <EntityStoreProvider store={store}>
    <CopydeskDevtools />
    <RouterProvider router={router} />
  </EntityStoreProvider>,
)
