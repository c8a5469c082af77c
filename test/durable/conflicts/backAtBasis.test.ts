import { fetchEntityRecord, redo, undo, type EntityStore } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { conflictStore, paragraphs } from './conflictStores'
import { passes } from '../../support/until'

const readAgain = (store: EntityStore) =>
  store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))

describe('an edit that is back at what it began with', () => {
  it.each([
    { field: 'title', mine: { title: 'Mine' }, theirs: { title: 'Theirs' }, how: 'conflict' },
    {
      field: 'meta.footnotes',
      mine: { meta: { footnotes: '[1]' } },
      theirs: { meta: { footnotes: '[2]' } },
      how: 'conflict',
    },
    {
      field: 'content',
      mine: { content: paragraphs('A1', 'B', 'C') },
      theirs: { content: paragraphs('A2', 'B', 'C') },
      how: 'conflict',
    },
    { field: 'title', mine: { title: 'Mine' }, theirs: { title: 'Theirs' }, how: 'read' },
    { field: 'categories', mine: { categories: [11, 12] }, theirs: { categories: [11, 13] }, how: 'read' },
  ])(
    'as $field is after an undo, gives way to theirs, known by a $how, for good',
    async ({ mine, theirs, how }) => {
      const { store, edit, save, elsewhere, sent, basis, standing, onSite, shown, dirty } =
        await conflictStore()
      edit(1, mine)
      await elsewhere(theirs)
      if (how === 'conflict') await save(1)
      else await readAgain(store)
      store.dispatch(undo())
      const before = await onSite()
      await save(1)
      expect([dirty(), basis(), standing()]).toEqual([[], undefined, 'clean'])
      expect(shown()).toMatchObject(theirs)
      await save(1)
      expect(sent()).toEqual([])
      expect(await onSite()).toEqual(before)
    },
  )

  it('as typed in another order of terms, is clean after the save that sent nothing', async () => {
    const { edit, save, elsewhere, sent, dirty } = await conflictStore()
    edit(1, { categories: [12, 11] })
    await elsewhere({ categories: [11, 12] })
    await save(1)
    expect([sent(), dirty()]).toEqual([[], []])
  })

  it('and has become another while it was compared, is asked about', async () => {
    const { store, edit, save, elsewhere, site, sent, conflict } = await conflictStore()
    edit(1, { title: 'Mine', excerpt: 'Longer' })
    await elsewhere({ title: 'Theirs' })
    await readAgain(store)
    edit(1, { title: 'One' })
    const held = site.hold(/GET .*status=any,trash/)
    const saving = save(1)
    await passes(() => expect(held.waiting).toHaveLength(1))
    edit(1, { title: 'One and a half' })
    held.end()
    await saving
    expect(sent()).toEqual([{ excerpt: 'Longer' }])
    await save(1)
    expect(conflict()?.fields.title).toEqual({ base: 'One', mine: 'One and a half', theirs: 'Theirs' })
  })

  it('stands behind theirs, not in conflict, and redone it is asked about', async () => {
    const { store, edit, save, elsewhere, standing, conflict } = await conflictStore()
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await readAgain(store)
    expect(standing()).toBe('conflict')
    store.dispatch(undo())
    expect(standing()).toBe('behind')
    store.dispatch(redo())
    await save(1)
    expect(conflict()?.fields.title).toEqual({ base: 'One', mine: 'Mine', theirs: 'Theirs' })
  })

  it('gives way to the same paragraph of theirs, and redone it is asked about, and undone again gives way', async () => {
    const { store, edit, save, elsewhere, conflict, shown, dirty, standing } = await conflictStore()
    const [mine, theirs] = [paragraphs('A1', 'B', 'C'), paragraphs('A2', 'B', 'C')]
    edit(1, { content: mine })
    await elsewhere({ content: theirs })
    await readAgain(store)
    const before = standing()
    store.dispatch(undo())
    expect([shown()?.content, dirty()]).toEqual([theirs, []])
    store.dispatch(redo())
    expect([shown()?.content, standing()]).toEqual([mine, before])
    await save(1)
    expect(conflict()?.fields.content).toMatchObject({ base: paragraphs('A', 'B', 'C'), mine, theirs })
    store.dispatch(undo())
    await save(1)
    expect([shown()?.content, dirty()]).toEqual([theirs, []])
  })

  it('is what it was where mine is chosen of the conflict', async () => {
    const { store, edit, save, elsewhere, resolve, onSite } = await conflictStore()
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await save(1)
    store.dispatch(undo())
    resolve({ title: 'mine' })
    await save(1)
    expect((await onSite()).title.raw).toBe('Mine')
  })
})
