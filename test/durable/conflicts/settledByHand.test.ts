import { fetchEntityRecord, selectRecordState, selectSaveError, undo } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { conflictStore, paragraphs } from './conflictStores'

/** A store whose save of a title and a text is in conflict with what somebody else has saved. */
async function inConflict() {
  const desk = await conflictStore()
  const { store, edit, save, elsewhere } = desk
  edit(1, { title: 'Mine' })
  await elsewhere({ title: 'Theirs' })
  await save(1)
  const stands = () => ({
    state: selectRecordState(store.getState(), 'postType', 'post', 1),
    conflict: desk.conflict()?.reason,
    error: selectSaveError(store.getState(), 'postType', 'post', 1),
  })
  expect(stands()).toMatchObject({ state: 'conflict', conflict: 'changed' })
  const readAgain = () => store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
  return { ...desk, stands, readAgain }
}

const settled = { state: 'saved', conflict: undefined, error: undefined }

describe('a save in conflict', () => {
  it('is none any more once theirs was typed', async () => {
    const { edit, stands } = await inConflict()
    edit(1, { title: 'Theirs' })
    expect(stands()).toEqual(settled)
  })

  it('is none any more once somebody else has written the same, and that was read', async () => {
    const { elsewhere, readAgain, stands, edited } = await inConflict()
    await elsewhere({ title: 'Mine' })
    await readAgain()
    expect([stands(), edited(1)?.title]).toEqual([settled, 'Mine'])
  })

  it('is one as long as anything is left of it', async () => {
    const { edit, stands, store, readAgain } = await inConflict()
    edit(1, { title: 'Theirs', content: paragraphs('A1', 'B', 'C') })
    expect(stands()).toMatchObject({ state: 'conflict' })
    store.dispatch(undo())
    await readAgain()
    expect(stands()).toMatchObject({ state: 'conflict' })
  })
})
