import {
  fetchEntityRecords,
  batch,
  clearEntityRecordEdits,
  editEntityBlocks,
  redo,
  saveDirtyEntityRecords,
  saveEntityRecord,
  selectEntityBlocks,
  selectEntityRecord,
  undo,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { paragraphCodec } from '../../support/paragraphs'
import { conflictStore, paragraphs } from './conflictStores'
import { passes, until } from '../../support/until'

describe('tags that somebody else has added meanwhile', () => {
  it('stay where mine are chosen', async () => {
    const { edit, save, elsewhere, conflict, resolve, onSite } = await conflictStore({ conflicts: 'ask' })
    edit(1, { categories: [11, 12] })
    await elsewhere({ categories: [11, 13] })
    await save(1)
    expect(conflict()?.fields.categories).toMatchObject({ mine: [11, 12], theirs: [11, 13] })
    resolve({ categories: 'mine' })
    await save(1)
    expect(new Set((await onSite()).categories as number[])).toEqual(new Set([11, 12, 13]))
  })
})

describe('a save of what nobody else has written to', () => {
  it('B1: asks once, in less than 600 bytes, and sends the edited fields only', async () => {
    const { edit, save, asked, sent, others, site } = await conflictStore()
    edit(1, { title: 'Mine', slug: 'mine' })
    await save(1)
    expect(asked()).toEqual(['GET /wp/v2/posts', 'PUT /wp/v2/posts/1'])
    expect(sent()).toEqual([{ title: 'Mine', slug: 'mine' }])
    const { data } = await others({ path: site.requests[0]?.path ?? '' })
    expect(JSON.stringify(data).length).toBeLessThan(600)
    expect(JSON.stringify(data)).not.toContain('paragraph')
  })
})

describe('a save of a record that somebody else has changed', () => {
  it('B2: in another field, has both on the server, sends mine only, and asks nobody', async () => {
    const { edit, save, elsewhere, sent, onSite, conflict, saveError } = await conflictStore()
    edit(1, { title: 'Mine' })
    await elsewhere({ excerpt: 'Theirs' })
    expect((await save(1))?.title.raw).toBe('Mine')
    expect(sent()).toEqual([{ title: 'Mine' }])
    expect(await onSite()).toMatchObject({ title: { raw: 'Mine' }, excerpt: { raw: 'Theirs' } })
    expect([conflict(), saveError(1)]).toEqual([undefined, undefined])
  })

  it('B3: in the same field, sends nothing, keeps the edit, and shows the three values', async () => {
    const { edit, save, elsewhere, sent, conflict, saveError, edited, standing, onSite } =
      await conflictStore()
    edit(1, { title: 'Mine', slug: 'mine' })
    await elsewhere({ title: 'Theirs' })
    expect(await save(1)).toBeUndefined()
    expect(sent()).toEqual([])
    expect(conflict()).toMatchObject({
      kind: 'postType',
      name: 'post',
      key: 1,
      reason: 'changed',
      fields: { title: { base: 'One', mine: 'Mine', theirs: 'Theirs' } },
      merged: [],
    })
    expect(Object.keys(conflict()?.fields ?? {})).toEqual(['title'])
    expect(saveError(1)).toMatchObject({ code: 'save_conflict' })
    expect(edited(1)).toMatchObject({ title: 'Mine', slug: 'mine' })
    expect(standing()).toBe('conflict')
    expect((await onSite()).title.raw).toBe('Theirs')
  })

  it('B3: rejects where that is asked for, with the fields by name', async () => {
    const { edit, elsewhere, trySave } = await conflictStore()
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    expect(await trySave()).toMatchObject({
      code: 'save_conflict',
      message: expect.stringContaining('title') as string,
    })
  })

  it('B4: to the same value, sends nothing and is clean', async () => {
    const { edit, save, elsewhere, sent, dirty, saveError, isSaving } = await conflictStore()
    edit(1, { title: 'Same' })
    await elsewhere({ title: 'Same' })
    expect((await save(1))?.title.raw).toBe('Same')
    expect([sent(), dirty(), saveError(1), isSaving(1)]).toEqual([[], [], undefined, false])
  })

  it('B5: within the second of the last change is seen', async () => {
    const { edit, save, elsewhere, conflict, site, load } = await conflictStore()
    site.stopClock()
    await elsewhere({ excerpt: 'Before' })
    await load(1, undefined, { force: true })
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await save(1)
    expect(conflict()?.fields.title).toEqual({ base: 'One', mine: 'Mine', theirs: 'Theirs' })
  })

  it('B13: goes on with what was typed while it was compared, and does not send that', async () => {
    const { edit, save, site, sent, edited, dirty, elsewhere } = await conflictStore()
    edit(1, { title: 'Mine' })
    await elsewhere({ excerpt: 'Theirs' })
    const held = site.hold('GET /wp/v2/posts')
    const saved = save(1)
    await until(() => held.waiting.length > 0)
    edit(1, { title: 'Mine, typed on', slug: 'typed' })
    held.end()
    await saved
    expect(sent()).toEqual([{ title: 'Mine' }])
    expect(edited(1)).toMatchObject({ title: 'Mine, typed on', slug: 'typed' })
    expect(dirty()).toHaveLength(1)
    await save(1)
    expect(sent().at(-1)).toEqual({ title: 'Mine, typed on', slug: 'typed' })
  })

  it('B16: that was put in the trash, is held until it is chosen what it shall be', async () => {
    const { edit, save, others, conflict, sent, resolve, edited, onSite } = await conflictStore()
    edit(1, { title: 'Mine' })
    await others({ path: '/wp/v2/posts/1', method: 'DELETE' })
    await save(1)
    await save(1)
    expect(conflict()).toMatchObject({
      reason: 'trashed',
      fields: { status: { mine: 'publish', theirs: 'trash' } },
    })
    expect([sent(), edited(1)?.title]).toEqual([[], 'Mine'])
    resolve({ status: 'mine' })
    expect(conflict()).toBeUndefined()
    await save(1)
    expect(await onSite()).toMatchObject({ title: { raw: 'Mine' }, status: 'publish' })
  })

  it('B16: that stays in the trash, is saved there', async () => {
    const { edit, save, others, resolve, onSite } = await conflictStore()
    edit(1, { title: 'Mine' })
    await others({ path: '/wp/v2/posts/1', method: 'DELETE' })
    await save(1)
    resolve({ status: 'theirs' })
    await save(1)
    expect(await onSite()).toMatchObject({ title: { raw: 'Mine' }, status: 'trash' })
  })

  it('B16: that was deleted, says so and keeps the edits', async () => {
    const { edit, save, others, conflict, sent, resolve, edited } = await conflictStore()
    edit(1, { title: 'Mine' })
    await others({ path: '/wp/v2/posts/1?force=true', method: 'DELETE' })
    await save(1)
    expect(conflict()).toMatchObject({ reason: 'gone', key: 1 })
    resolve({ title: 'theirs' })
    expect([sent(), edited(1)?.title, conflict()?.reason]).toEqual([[], 'Mine', 'gone'])
  })
})

describe('what several people did to different things', () => {
  it('B17: has the terms that both added, and not those that one took away', async () => {
    const { edit, save, elsewhere, onSite, conflict, edited } = await conflictStore()
    edit(1, { categories: [12] })
    await elsewhere({ categories: [11, 13] })
    await save(1)
    expect(new Set((await onSite()).categories as number[])).toEqual(new Set([12, 13]))
    expect(conflict()).toBeUndefined()
    expect(new Set(edited(1)?.categories)).toEqual(new Set([12, 13]))
  })

  it('B18: has entries of meta of different names', async () => {
    const postMeta = { post: { subtitle: { type: 'string' }, note: { type: 'string' } } }
    const { editMeta, save, elsewhere, sent, onSite, conflict } = await conflictStore({ postMeta } as never)
    editMeta({ subtitle: 'Mine' })
    await elsewhere({ meta: { note: 'Theirs' } })
    await save(1)
    expect(sent()).toEqual([{ meta: { subtitle: 'Mine' } }])
    expect((await onSite()).meta).toMatchObject({ subtitle: 'Mine', note: 'Theirs' })
    editMeta({ subtitle: 'Mine again' })
    await elsewhere({ meta: { subtitle: 'Theirs' } })
    await save(1)
    expect(conflict()?.fields).toEqual({
      'meta.subtitle': { base: 'Mine', mine: 'Mine again', theirs: 'Theirs' },
    })
  })

  it('has an entry of meta that was written by hand while another is edited', async () => {
    const postMeta = { post: { subtitle: { type: 'string' }, note: { type: 'string' } } }
    const { store, editMeta, sent, onSite, shown } = await conflictStore({ postMeta } as never)
    editMeta({ note: 'Edited' })
    const meta = { subtitle: 'By hand' }
    await store.dispatch(saveEntityRecord<string, string>('postType', 'post', { id: 1, meta }))
    expect(sent()).toEqual([{ meta }])
    expect((await onSite()).meta).toMatchObject({ subtitle: 'By hand', note: '' })
    expect(shown()?.meta).toMatchObject({ subtitle: 'By hand', note: 'Edited' })
  })

  it('reverts nothing with a whole record that was written by hand with one change', async () => {
    const { store, getState, elsewhere, onSite } = await conflictStore()
    const post = selectEntityRecord(getState(), 'postType', 'post', 1)
    await elsewhere({ title: 'Theirs', comment_status: 'closed' })
    const { status, record } = await store.dispatch(
      saveEntityRecord<string, string>('postType', 'post', { ...post, sticky: true }, { result: true }),
    )
    expect([status, record?.comment_status, record?.sticky]).toEqual(['saved', 'closed', true])
    expect(await onSite()).toMatchObject({ title: { raw: 'Theirs' }, comment_status: 'closed', sticky: true })
  })

  it.each([
    [
      'B19: paragraphs that both inserted at one place',
      ['A', 'Mine', 'B', 'C'],
      ['A', 'Theirs', 'B', 'C'],
      ['A', 'Theirs', 'Mine', 'B', 'C'],
    ],
    [
      'B20: adjacent paragraphs, one changed by each',
      ['A', 'B, mine', 'C'],
      ['A, theirs', 'B', 'C'],
      ['A, theirs', 'B, mine', 'C'],
    ],
  ])('has %s', async (title, mine, theirs, merged) => {
    const { edit, save, elsewhere, onSite, conflict, edited, dirty } = await conflictStore()
    edit(1, { content: paragraphs(...mine) })
    await elsewhere({ content: paragraphs(...theirs) })
    await save(1)
    expect(conflict()).toBeUndefined()
    expect((await onSite()).content.raw).toBe(paragraphs(...merged))
    expect(edited(1)?.content).toBe(paragraphs(...merged))
    expect(dirty()).toEqual([])
  })

  it('B21: asks about the paragraph that both changed, and proposes the rest merged', async () => {
    const { edit, save, elsewhere, conflict, sent } = await conflictStore()
    edit(1, { content: paragraphs('A', 'B, mine', 'C, mine') })
    await elsewhere({ content: paragraphs('A, theirs', 'B, theirs', 'C') })
    await save(1)
    const { content } = conflict()?.fields ?? {}
    expect(content?.parts).toEqual([
      { base: paragraphs('B'), mine: paragraphs('B, mine'), theirs: paragraphs('B, theirs'), at: 1 },
    ])
    expect(content?.proposals?.theirs).toBe(paragraphs('A, theirs', 'B, theirs', 'C, mine'))
    expect(sent()).toEqual([])
  })

  it.each([
    ['mine', 'proposed', ['A, theirs', 'B, mine', 'C, mine']],
    ['mine', 'whole', ['A', 'B, mine', 'C, mine']],
    ['theirs', 'proposed', ['A, theirs', 'B, theirs', 'C, mine']],
    ['theirs', 'whole', ['A, theirs', 'B, theirs', 'C']],
  ] as const)('saves %s as %s where that is chosen', async (side, how, saved) => {
    const { edit, save, elsewhere, conflict, resolve, onSite } = await conflictStore()
    edit(1, { content: paragraphs('A', 'B, mine', 'C, mine') })
    await elsewhere({ content: paragraphs('A, theirs', 'B, theirs', 'C') })
    await save(1)
    const { proposals } = conflict()?.fields.content ?? {}
    resolve({ content: how === 'whole' ? side : { value: proposals?.[side] } })
    await save(1)
    expect((await onSite()).content.raw).toBe(paragraphs(...saved))
  })

  it('B22: leaves their text byte for byte outside my blocks', async () => {
    const odd = `${paragraphs('A')}\n \n\n\n${paragraphs('B')}<p>loose</p>\n\n${paragraphs('C')}\n`
    const { edit, save, elsewhere, onSite } = await conflictStore({
      posts: [{ id: 1, title: 'One', content: odd, author: 'ada' }],
    })
    const theirs = odd.replace('<p>C</p>', '<p  class="c">C</p>')
    edit(1, { content: odd.replace('<p>A</p>', '<p>Mine</p>') })
    await elsewhere({ content: theirs })
    const before = (await onSite()).content.raw
    await save(1)
    expect((await onSite()).content.raw).toBe(before.replace('<p>A</p>', '<p>Mine</p>'))
  })

  it('keeps what was typed while it was merged', async () => {
    const { edit, save, site, elsewhere, onSite, edited, dirty } = await conflictStore()
    edit(1, { content: paragraphs('A, mine', 'B', 'C') })
    await elsewhere({ content: paragraphs('A', 'B', 'C, theirs') })
    const held = site.hold(/^GET .*content/)
    const saved = save(1)
    await until(() => held.waiting.length > 0)
    edit(1, { content: paragraphs('A, mine', 'B, typed', 'C') })
    held.end()
    await saved
    expect((await onSite()).content.raw).toBe(paragraphs('A, mine', 'B', 'C, theirs'))
    expect(edited(1)?.content).toBe(paragraphs('A, mine', 'B, typed', 'C, theirs'))
    expect(dirty()).toHaveLength(1)
    await save(1)
    expect((await onSite()).content.raw).toBe(paragraphs('A, mine', 'B, typed', 'C, theirs'))
  })
})

describe('what was chosen in a conflict', () => {
  async function inConflict() {
    const made = await conflictStore()
    made.edit(1, { title: 'Mine' })
    await made.elsewhere({ title: 'Theirs' })
    await made.save(1)
    return made
  }

  it('B6: mine is sent by the next save, which is compared with theirs', async () => {
    const { resolve, save, onSite, basis, conflict, saveError, dirty } = await inConflict()
    resolve({ title: 'mine' })
    expect([conflict(), saveError(1), basis()]).toEqual([undefined, undefined, { title: 'Theirs' }])
    await save(1)
    expect([(await onSite()).title.raw, dirty()]).toEqual(['Mine', []])
  })

  it('B7: theirs is no edit any more, and undo brings mine back, in conflict no more', async () => {
    const { resolve, save, store, standing, edited, dirty, onSite, conflict } = await inConflict()
    resolve({ title: 'theirs' })
    expect([edited(1)?.title, dirty(), standing()]).toEqual(['Theirs', [], 'clean'])
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('Mine')
    expect(standing()).toBe('based')
    await save(1)
    expect([conflict(), (await onSite()).title.raw]).toEqual([undefined, 'Mine'])
  })

  it('B8: another value is sent', async () => {
    const { resolve, save, onSite } = await inConflict()
    resolve({ title: { value: 'theirs' } })
    await save(1)
    expect((await onSite()).title.raw).toBe('theirs')
  })

  it('B9: not of all fields leaves it in conflict, and nothing is sent', async () => {
    const { edit, elsewhere, save, resolve, conflict, sent, edited } = await conflictStore()
    edit(1, { title: 'Mine', slug: 'mine' })
    await elsewhere({ title: 'Theirs', slug: 'theirs' })
    await save(1)
    resolve({ title: 'theirs' })
    expect(Object.keys(conflict()?.fields ?? {})).toEqual(['slug'])
    await save(1)
    expect(Object.keys(conflict()?.fields ?? {})).toEqual(['slug'])
    expect([sent(), edited(1)?.title]).toEqual([[], 'Theirs'])
  })

  it('B10: is in conflict again with what was written since, and with nothing else', async () => {
    const { resolve, elsewhere, save, conflict, onSite } = await inConflict()
    for (const title of ['Third', 'Fourth']) {
      resolve({ title: 'mine' })
      await elsewhere({ title })
      await save(1)
      expect(conflict()?.fields.title?.theirs).toBe(title)
    }
    expect(conflict()?.fields.title?.base).toBe('Third')
    resolve({ title: 'mine' })
    await save(1)
    expect((await onSite()).title.raw).toBe('Mine')
  })

  it('is refused where it is no choice, or not in conflict', async () => {
    const { resolve, conflict } = await inConflict()
    for (const choices of [{ slug: 'mine' }, { title: 'yours' }, null])
      expect(() => resolve(choices as never)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }) as Error,
      )
    expect(conflict()).toBeDefined()
  })
})

describe('saves of many records', () => {
  it('B11: of 60 posts and 3 terms ask twice, and one in conflict fails alone', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => i + 1)
    const { store, of, edit, load, site, elsewhere, asked, conflict } = await conflictStore({
      posts: ids.map((id) => ({ id, title: `Post ${id}`, author: 'ada' })),
    })
    for (const id of ids) await load(id)
    for (const id of [11, 12, 13]) {
      await of('taxonomy', 'category').load(id)
      of('taxonomy', 'category').edit(id, { name: `Renamed ${id}` })
    }
    for (const id of ids) edit(id, { title: `New ${id}` })
    await elsewhere({ title: 'Theirs' }, '/wp/v2/posts/7')
    site.clearRequests()
    const { saved, failed } = await store.dispatch(saveDirtyEntityRecords())
    expect([saved.length, failed.map(({ key }) => key)]).toEqual([62, [7]])
    expect(failed[0]?.error).toMatchObject({ code: 'save_conflict' })
    expect(conflict(7)?.fields.title?.theirs).toBe('Theirs')
    const reads = asked().filter((line) => line.startsWith('GET'))
    // One of the posts has moved on, so that its title is asked for.
    expect(reads).toEqual(['GET /wp/v2/categories', 'GET /wp/v2/posts', 'GET /wp/v2/posts'])
    expect(new Set(asked().filter((line) => /^P/.test(line)))).toEqual(new Set(['POST /batch/v1']))
  })

  it('F32: travel together however long the check takes', async () => {
    const { store, site, asked, edit } = await conflictStore()
    edit(1, { title: 'Mine' })
    site.delay('GET /wp/v2/posts', 1500)
    await store.dispatch(
      batch([
        ({ saveEditedEntityRecord }) => saveEditedEntityRecord('postType', 'post', 1),
        ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { title: 'New' }),
        ({ deleteEntityRecord }) => deleteEntityRecord('postType', 'post', 2),
      ]),
    )
    expect(asked().filter((line) => !line.startsWith('OPTIONS'))).toEqual([
      'GET /wp/v2/posts',
      'POST /batch/v1',
    ])
  })
})

describe('undo of what was merged', () => {
  it('takes my own step back, and leaves theirs', async () => {
    const { edit, save, elsewhere, store, edited, onSite, conflict } = await conflictStore()
    edit(1, { content: paragraphs('A, mine', 'B', 'C') })
    edit(1, { content: paragraphs('A, mine', 'B, mine', 'C') })
    await elsewhere({ content: paragraphs('A', 'B', 'C, theirs') })
    await save(1)
    store.dispatch(undo())
    expect(edited(1)?.content).toBe(paragraphs('A, mine', 'B', 'C, theirs'))
    store.dispatch(undo())
    expect(edited(1)?.content).toBe(paragraphs('A', 'B', 'C, theirs'))
    store.dispatch(redo())
    expect(edited(1)?.content).toBe(paragraphs('A, mine', 'B', 'C, theirs'))
    await save(1)
    expect((await onSite()).content.raw).toBe(paragraphs('A, mine', 'B', 'C, theirs'))
    expect(conflict()).toBeUndefined()
  })

  it('takes my own step of blocks back, too, and leaves theirs', async () => {
    const codec = paragraphCodec()
    const { save, elsewhere, store, onSite, conflict } = await conflictStore({ store: { blocks: codec } })
    const shown = () =>
      (selectEntityBlocks(store.getState(), 'postType', 'post', 1) ?? []).map(({ attributes }) =>
        String(attributes.content),
      )
    const type = (...texts: string[]) =>
      store.dispatch(editEntityBlocks('postType', 'post', 1, codec.parse(paragraphs(...texts))))
    const typed = shown()
    type(`${typed[0]}, mine`, ...typed.slice(1))
    type(`${typed[0]}, mine`, `${typed[1]}, mine`, ...typed.slice(2))
    const { content } = await onSite()
    await elsewhere({ content: `${content.raw}\n\n${paragraphs('Theirs')}` })
    await save(1)
    expect(conflict()).toBeUndefined()
    expect(shown()).toEqual([`${typed[0]}, mine`, `${typed[1]}, mine`, ...typed.slice(2), 'Theirs'])
    store.dispatch(undo())
    expect(shown()).toEqual([`${typed[0]}, mine`, ...typed.slice(1), 'Theirs'])
    store.dispatch(undo())
    expect(shown()).toEqual([...typed, 'Theirs'])
    store.dispatch(redo())
    await save(1)
    expect((await onSite()).content.raw).toContain('Theirs')
    expect(shown()).toEqual([`${typed[0]}, mine`, ...typed.slice(1), 'Theirs'])
  })

  it('takes back my terms only', async () => {
    const { edit, save, elsewhere, store, edited } = await conflictStore()
    edit(1, { categories: [11, 12] })
    await elsewhere({ categories: [11, 13] })
    await save(1)
    store.dispatch(undo())
    expect(new Set(edited(1)?.categories)).toEqual(new Set([11, 13]))
  })
})

describe('footnotes of two people', () => {
  const marked = (text: string, id: string) =>
    paragraphs(`${text}<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">1</a></sup>`)
  const list = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ content: `Note ${id}`, id })))

  it('are all in the list that goes with the merged text', async () => {
    const postMeta = { post: { footnotes: { type: 'string' } } }
    const { edit, editMeta, save, elsewhere, onSite, conflict } = await conflictStore({ postMeta } as never)
    const base = paragraphs('A', 'B', 'C')
    edit(1, { content: `${marked('Mine', 'm')}\n\n${base}` })
    editMeta({ footnotes: list('m') })
    await elsewhere({ content: `${base}\n\n${marked('Theirs', 't')}`, meta: { footnotes: list('t') } })
    await save(1)
    expect(conflict()).toBeUndefined()
    const { content, meta } = await onSite()
    expect(content.raw).toBe(`${marked('Mine', 'm')}\n\n${base}\n\n${marked('Theirs', 't')}`)
    expect(JSON.parse((meta as { footnotes: string }).footnotes)).toMatchObject([{ id: 'm' }, { id: 't' }])
  })
})

describe('a conflict', () => {
  it('of what was written by hand is chosen as an edit', async () => {
    const { store, elsewhere, conflict, resolve, edited, save, onSite } = await conflictStore()
    await elsewhere({ title: 'Theirs' })
    await store.dispatch(saveEntityRecord('postType', 'post', { id: 1, title: 'Mine' }))
    expect(conflict()?.fields).toEqual({ title: { base: 'One', mine: 'Mine', theirs: 'Theirs' } })
    resolve({ title: 'mine' })
    expect(edited(1)?.title).toBe('Mine')
    await save(1)
    expect((await onSite()).title.raw).toBe('Mine')
  })

  it.each([['draft'], ['publish']] as const)(
    'of a record (%s) stays while it is autosaved, and after that',
    async (status) => {
      const posts = [{ id: 1, title: 'One', content: paragraphs('A'), status, author: 'ada' }]
      const { edit, save, trySave, elsewhere, conflict, standing, resolve, onSite, site } =
        await conflictStore({
          posts,
        })
      await elsewhere({ title: 'Theirs' })
      edit(1, { title: 'Mine' })
      await trySave()
      const told = conflict()
      expect(told?.fields.title).toMatchObject({ mine: 'Mine', theirs: 'Theirs' })
      site.clearRequests()
      const held = site.hold(() => true)
      const autosaved = save(1, { isAutosave: true })
      await passes(() => expect(held.waiting).toHaveLength(1))
      expect([conflict(), standing()]).toEqual([told, 'conflict'])
      held.end()
      await autosaved
      expect([conflict(), standing()]).toEqual([told, 'conflict'])
      expect((await onSite()).title.raw).toBe('Theirs')
      site.fail(() => true, 'offline')
      edit(1, { title: 'Mine still' })
      await save(1, { isAutosave: true })
      expect(conflict()?.fields.title).toMatchObject({ theirs: 'Theirs' })
      resolve({ title: 'mine' })
      await save(1)
      expect([conflict(), (await onSite()).title.raw]).toEqual([undefined, 'Mine still'])
    },
  )

  it.each(['a list shows it', 'nothing shows it'])(
    'is what becomes of a title that is typed while an autosave is under way, where somebody else saves theirs meanwhile (%s)',
    async (how) => {
      const posts = [
        { id: 1, title: 'One', content: paragraphs('A'), status: 'draft' as const, author: 'ada' },
      ]
      const { store, edit, save, trySave, elsewhere, conflict, onSite, site } = await conflictStore({ posts })
      edit(1, { content: paragraphs('A', 'B') })
      const held = site.hold(({ method, body }) => method !== 'GET' && 'content' in body)
      const autosaved = save(1, { isAutosave: true })
      await passes(() => expect(held.waiting).toHaveLength(1))
      edit(1, { title: 'Mine' })
      await elsewhere({ title: 'Theirs' })
      if (how === 'a list shows it')
        await store.dispatch(fetchEntityRecords('postType', 'post', { status: 'draft' }))
      held.end()
      await autosaved
      await trySave()
      expect(conflict()?.fields).toEqual({ title: { base: 'One', mine: 'Mine', theirs: 'Theirs' } })
      expect((await onSite()).title.raw).toBe('Theirs')
    },
  )

  it('ends when the edits are given up', async () => {
    const { store, edit, save, others, conflict, saveError } = await conflictStore()
    edit(1, { title: 'Mine' })
    await others({ path: '/wp/v2/posts/1?force=true', method: 'DELETE' })
    await save(1)
    expect(conflict()?.reason).toBe('gone')
    store.dispatch(clearEntityRecordEdits('postType', 'post', 1))
    expect([conflict(), saveError(1)]).toEqual([undefined, undefined])
  })
})
