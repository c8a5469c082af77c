// Two stores at one post, over a relay in memory that speaks as WordPress's does.
import { createEntityStore, editEntityRecord, fetchEntityRecord, selectEditedEntityRecord } from 'copydesk'
import { createSync, pollingTransport, structuredCodec, syncOf } from 'copydesk/sync'

const post = { id: 1, type: 'post', status: 'draft', title: { raw: 'Hello', rendered: 'Hello' } }
const headers = { get: () => null }
const rooms = new Map()

function answer({ path, data }) {
  if (path.includes('/types')) return { post: { name: 'Posts', slug: 'post', rest_base: 'posts' } }
  if (!path.includes('wp-sync')) return structuredClone(post)
  return { rooms: data.rooms.map(exchange) }
}

function exchange({ room, client_id: client, after = 0, awareness, updates = [] }) {
  const known = rooms.get(room) ?? { updates: [], awareness: {} }
  rooms.set(room, known)
  known.awareness[client] = awareness
  for (const update of updates) known.updates.push({ ...update, client })
  const others = known.updates.slice(after).filter((update) => update.client !== client)
  return {
    ...{ room, end_cursor: known.updates.length, should_compact: false, awareness: known.awareness },
    updates: others.map(({ type, data }) => ({ type, data })),
  }
}

const fetcher = async (request) => ({ status: 200, headers, data: answer(request) })

function open(name) {
  const experimentalSync = createSync({
    ...{ transports: [pollingTransport({ fetcher })], codec: structuredCodec() },
    ...{ persistence: false, user: { name } },
  })
  return createEntityStore({ fetcher, experimentalSync, devTools: false })
}

async function run() {
  const [ann, ben] = [open('Ann'), open('Ben')]
  for (const store of [ann, ben]) await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  const titleOf = (store) => selectEditedEntityRecord(store.getState(), 'postType', 'post', 1)?.title
  const deadline = Date.now() + 20_000
  const until = async (check) => {
    while (!check()) {
      if (Date.now() > deadline) throw new Error(`Stands at ${JSON.stringify([titleOf(ann), titleOf(ben)])}.`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await until(() =>
    [ann, ben].every((store) => syncOf(store).status('postType', 'post', 1)?.status === 'connected'),
  )
  ann.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Hello, Ben' }))
  await until(() => titleOf(ben) === 'Hello, Ben')
  console.log(`  two stores met over polling: ${titleOf(ben)}`)
}

run().then(
  () => globalThis.process.exit(0),
  (error) => {
    console.error(error)
    globalThis.process.exit(1)
  },
)
