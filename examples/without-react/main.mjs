// Edits a hundred posts and saves them in as few requests as the server takes.
//
//   npm start                                              on a WordPress in memory
//   SITE=https://example.org/wp-json/ SITE_USER=ann SITE_PASSWORD='…' npm start     on yours, with an application password
import {
  createEntityStore,
  createRestFetcher,
  editEntityRecord,
  fetchEntityRecords,
  saveDirtyEntityRecords,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'

const { SITE, SITE_USER, SITE_PASSWORD } = process.env

function mockFetcher() {
  const posts = Array.from({ length: 100 }, (none, i) => ({ id: i + 1, title: `post number ${i + 1}` }))
  const site = createMockSite({ posts })
  return (request) => {
    if (request.method && request.method !== 'GET') console.log(request.method, request.path)
    return site.fetcher(request)
  }
}

const fetcher = SITE
  ? createRestFetcher({
      root: SITE,
      authorization: `Basic ${Buffer.from(`${SITE_USER}:${SITE_PASSWORD}`).toString('base64')}`,
    })
  : mockFetcher()
const { dispatch } = createEntityStore({ fetcher })

const posts = (await dispatch(fetchEntityRecords('postType', 'post', { per_page: 100 }))) ?? []
for (const { id } of posts) {
  dispatch(
    editEntityRecord('postType', 'post', id, (draft) => {
      draft.title = draft.title.charAt(0).toUpperCase() + draft.title.slice(1)
    }),
  )
}
const { saved, failed } = await dispatch(saveDirtyEntityRecords())
console.log(`${saved.length} saved, ${failed.length} failed`)
for (const { key, error } of failed) console.error(key, error)
