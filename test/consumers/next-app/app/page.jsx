import { createEntityStore, dehydrate, fetchEntityRecords } from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { Posts } from './Posts'
import { query } from './query'

// Rendered for each request, by the server that was built.
export const dynamic = 'force-dynamic'

/** A server component: reads, and hands what it has read to a client component. */
export default async function Page() {
  const site = createMockSite({
    posts: [
      { id: 1, title: 'The ferry is late' },
      { id: 2, title: 'A new bridge' },
    ],
  })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  await store.dispatch(fetchEntityRecords('postType', 'post', query))
  return <Posts state={dehydrate(store.getState())} />
}
