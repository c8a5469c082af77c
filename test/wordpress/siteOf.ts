import type { Fetcher } from 'copydesk'
import { fakeServer, type Rule } from '../support/fakeServer'
import { person } from '../support/person'

/** A store at a fake site whose types also have navigation menus and books. */
export function siteOf(rule: Rule = () => undefined) {
  const server = fakeServer(rule)
  const types = {
    post: { name: 'Posts', rest_base: 'posts' },
    page: { name: 'Pages', rest_base: 'pages' },
    book: { name: 'Books', rest_base: 'books', rest_namespace: 'library/v1' },
    wp_template: { name: 'Templates', rest_base: 'templates' },
    wp_navigation: { name: 'Menus', rest_base: 'navigation' },
  }
  const fetcher: Fetcher = async (request) => {
    const answer = await server.fetcher(request)
    return request.path === '/wp/v2/types?context=view' ? { ...answer, data: types } : answer
  }
  const { store } = person({ network: { fetcher } })
  return {
    ...server,
    store,
    dispatch: store.dispatch,
    state: store.getState,
    /** The requests without those for the types. */
    sent: () => server.log.filter((line) => !line.includes('/wp/v2/types')),
  }
}
