import {
  createUndoLevel,
  receiveEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
  selectNonTransientEdits,
  selectRawEntityRecord,
} from 'copydesk'
import { beforeEach, describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { postStore } from '../support/postStore'

type Desk = Awaited<ReturnType<typeof postStore>>

const views: Record<string, (desk: Desk) => unknown> = {
  'the edited record': ({ store }) => selectEditedEntityRecord(store.getState(), 'postType', 'post', 1),
  'the raw record': ({ store }) => selectRawEntityRecord(store.getState(), 'postType', 'post', 1),
  'the edits': ({ store }) => selectEntityRecordEdits(store.getState(), 'postType', 'post', 1),
  'the edits to save': ({ store }) => selectNonTransientEdits(store.getState(), 'postType', 'post', 1),
  'the dirty list': ({ store }) => selectDirtyEntityRecords(store.getState()),
}

const changes: Record<string, (desk: Desk) => void> = {
  'another record is edited without becoming dirty': ({ edit }) => edit(2, { selection: 1 }),
  'another record is told by the server': ({ store }) =>
    store.dispatch(receiveEntityRecords('postType', 'post', [post(2, { slug: 'other' })])),
  'the same record is told again': ({ store }) =>
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1)])),
  'the record is told in another context': ({ store }) =>
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1)], { context: 'view' })),
  'an undo level is made': ({ store }) => store.dispatch(createUndoLevel()),
}

describe.each(Object.keys(views))('%s stays the same object', (view) => {
  let desk: Desk
  beforeEach(async () => {
    desk = await postStore()
    desk.edit(1, { title: 'New', meta: { a: 9 } })
  })

  it('from one look to the next', () => {
    expect(views[view]?.(desk)).toBe(views[view]?.(desk))
  })

  it.each(Object.keys(changes))('when %s', (change) => {
    const before = views[view]?.(desk)
    changes[change]?.(desk)
    expect(views[view]?.(desk)).toBe(before)
  })
})

describe('identity', () => {
  it('of the edits is kept when the server tells another value of a field that is not edited', async () => {
    const desk = await postStore()
    desk.edit(1, { title: 'New' })
    const before = desk.edits(1)
    const edited = desk.edited(1)
    desk.store.dispatch(receiveEntityRecords('postType', 'post', [post(1, { slug: 'told' })]))
    expect(desk.edits(1)).toBe(before)
    expect(desk.edited(1)).not.toBe(edited)
    expect(desk.edited(1)).toMatchObject({ title: 'New', slug: 'told' })
  })

  it('of the dirty list is kept while a dirty record is typed on under the same title', async () => {
    const { edit, store } = await postStore()
    edit(1, { content: 'a' })
    const before = selectDirtyEntityRecords(store.getState())
    edit(1, { content: 'ab' }, { isCached: true })
    expect(selectDirtyEntityRecords(store.getState())).toBe(before)
  })

  it('of a list of records is kept when one of them is edited', async () => {
    const { edit, store } = await postStore()
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1), post(2)], {}))
    const before = selectEntityRecords(store.getState(), 'postType', 'post')
    expect(before).toHaveLength(2)
    edit(1, { title: 'New' })
    expect(selectEntityRecords(store.getState(), 'postType', 'post')).toBe(before)
  })

  it('of no edits is always the same empty object', async () => {
    const { toSave } = await postStore()
    expect(toSave(1)).toBe(toSave(2))
  })
})
