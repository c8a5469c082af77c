import { editEntityRecord, type EntityStore, receiveEntityRecords } from 'copydesk'
import {
  useDirtyEntityRecords,
  type UseDirtyEntityRecordsResult,
  useUndo,
  type UseUndoResult,
} from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { batchedIn, batchSchema, refusedEntry } from '../support/batches'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

/** Shows what a hook gives and counts its renders. */
function shownBy<Shown extends object>(store: EntityStore, useHook: () => Shown) {
  const all: Shown[] = []
  const Reader = () => {
    all.push({ ...useHook() })
    return null
  }
  show(store, <Reader />)
  return { all, last: () => all.at(-1) as Shown }
}

async function siteWithPosts(rule?: Parameters<typeof siteStore>[0]) {
  const site = await siteStore(rule)
  site.store.dispatch(receiveEntityRecords('postType', 'post', [post(1), post(2)]))
  const edit = (id: number, title: string) =>
    after(() => site.store.dispatch(editEntityRecord('postType', 'post', id, { title })))
  return { ...site, edit }
}

describe('useUndo', () => {
  it('says what can be undone and redone, and does it', async () => {
    const { store, edit } = await siteWithPosts()
    const { last } = shownBy<UseUndoResult>(store, useUndo)
    const { last: dirty } = shownBy<UseDirtyEntityRecordsResult>(store, useDirtyEntityRecords)
    expect(last()).toMatchObject({ hasUndo: false, hasRedo: false })
    await edit(1, 'A')
    expect(last()).toMatchObject({ hasUndo: true, hasRedo: false })
    await after(() => last().undo())
    expect(last()).toMatchObject({ hasUndo: false, hasRedo: true })
    expect(dirty().isDirty).toBe(false)
    await after(() => last().redo())
    expect(last()).toMatchObject({ hasUndo: true, hasRedo: false })
    expect(dirty().isDirty).toBe(true)
  })

  it('renders once for many edits, and keeps its functions', async () => {
    const { store, edit } = await siteWithPosts()
    const { all } = shownBy<UseUndoResult>(store, useUndo)
    for (const title of ['A', 'B', 'C']) await edit(1, title)
    expect(all).toHaveLength(2)
    expect(all[1]?.undo).toBe(all[0]?.undo)
    expect(all[1]?.redo).toBe(all[0]?.redo)
  })

  it('counts what is being typed as something to undo', async () => {
    const { store } = await siteWithPosts()
    const { last } = shownBy<UseUndoResult>(store, useUndo)
    await after(() =>
      store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'A' }, { isCached: true })),
    )
    expect(last().hasUndo).toBe(true)
  })
})

describe('useDirtyEntityRecords', () => {
  it('lists what is not saved, with titles', async () => {
    const { store, edit } = await siteWithPosts()
    const { last } = shownBy<UseDirtyEntityRecordsResult>(store, useDirtyEntityRecords)
    expect(last()).toMatchObject({ dirty: [], isDirty: false, isSaving: false })
    await edit(2, 'Two')
    expect(last()).toMatchObject({
      dirty: [{ kind: 'postType', name: 'post', key: 2, title: 'Two' }],
      isDirty: true,
    })
  })

  it('saves all of it with one request, says meanwhile that it is saving, and reports what failed', async () => {
    const { store, edit, waiting, log } = await siteWithPosts()
    const { last } = shownBy<UseDirtyEntityRecordsResult>(store, useDirtyEntityRecords)
    await edit(1, 'One')
    await edit(2, 'Two')
    log.length = 0
    let report: unknown
    await after(() => {
      void last()
        .save()
        .then((answer) => (report = answer))
    })
    expect(last()).toMatchObject({ isSaving: true, isDirty: true })
    await after(() => waiting[0]?.answer(batchSchema(25)))
    expect(log).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1'])
    const saved = { status: 200, body: post(1, { title: { raw: 'One', rendered: 'One' } }), headers: [] }
    const refused = refusedEntry(500, 'broken')
    const answers = waiting.flatMap(batchedIn).map(({ path }) => (path?.includes('/1') ? saved : refused))
    await after(() => waiting[0]?.answer({ responses: answers }))
    expect(last()).toMatchObject({ isSaving: false, isDirty: true, dirty: [{ key: 2 }] })
    expect(report).toMatchObject({ saved: [{ key: 1 }], failed: [{ key: 2, error: { code: 'broken' } }] })
  })

  it('saves only what it is asked to', async () => {
    const { store, edit, log } = await siteWithPosts(({ method }) => (method === 'GET' ? undefined : post(1)))
    const { last } = shownBy<UseDirtyEntityRecordsResult>(store, useDirtyEntityRecords)
    await edit(1, 'One')
    await edit(2, 'Two')
    await after(() => last().save([{ kind: 'postType', name: 'post', key: 1 }]))
    expect(log).toEqual([expect.stringContaining('/wp/v2/posts/1')])
  })

  it('does not render for records received, nor for further edits of a record with the same title', async () => {
    const { store, edit } = await siteWithPosts()
    const { all } = shownBy<UseDirtyEntityRecordsResult>(store, useDirtyEntityRecords)
    await edit(1, 'One')
    const before = all.length
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'one' })))
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', [post(3), post(4)])))
    expect(all).toHaveLength(before)
  })
})
