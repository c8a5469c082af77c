// Copydesk with collaboration: a bundle of its own, so that the other figures are of what ships without it.
import { createEntityStore, editEntityRecord, fetchEntityRecord, loadEntityConfigs } from 'copydesk'
import { selectDirtyEntityRecords, selectEditedEntityRecord } from 'copydesk'
import { createSync, structuredCodec, syncOf } from 'copydesk/sync'
import { createRoom } from '../support/room.mjs'

/** One who writes at a post; `transport` connects them with others, and without it they are alone. */
async function openWriter({ server, id, room }) {
  const experimentalSync =
    room && createSync({ transports: [room.transport], codec: structuredCodec(), persistence: false })
  const store = createEntityStore({
    fetcher: server.handle,
    devTools: false,
    ...(experimentalSync && { experimentalSync }),
  })
  const { dispatch, getState } = store
  await dispatch(loadEntityConfigs('postType'))
  const sync = syncOf(store)
  sync?.open('postType', 'post', id)
  await dispatch(fetchEntityRecord('postType', 'post', id))
  return {
    edit: (content) => dispatch(editEntityRecord('postType', 'post', id, { content }, { isCached: true })),
    content: () => selectEditedEntityRecord(getState(), 'postType', 'post', id).content,
    dirty: () => selectDirtyEntityRecords(getState()),
    collaborators: () => sync.collaborators('postType', 'post', id),
    setCaret: (at) => sync.setCursor('postType', 'post', id, { field: 'content', anchor: at }),
    /** Waits for the next update, which has all that was typed. */
    isSent: () => room.nextUpdate(),
    /** Sends what was typed and takes in what was heard, which else waits for a moment to gather more. */
    flush: () => sync?.flush(),
  }
}

/** One who writes alone, and four who write together; what they send arrives with `room.deliver`. */
export async function open({ server, id }) {
  const room = createRoom()
  const alone = await openWriter({ server, id })
  const together = []
  for (let at = 0; at < 4; at++) together.push(await openWriter({ server, id, room }))
  return { alone, together, room }
}
