import { saveDirtyEntityRecords, saveSpecifiedEntityEdits } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { conflictStore, paragraphs } from './conflictStores'
import { until } from '../../support/until'

const rest = { status: 500, code: 'down' }

describe('B12: one store alone is never in conflict', () => {
  it('with what was typed while a save ran', async () => {
    const { edit, save, site, conflict, onSite } = await conflictStore()
    edit(1, { title: 'First' })
    const held = site.hold('PUT /wp/v2/posts/1')
    const saved = save(1)
    await until(() => held.waiting.length > 0)
    edit(1, { title: 'Second', excerpt: 'Also' })
    held.end()
    await saved
    await save(1)
    expect(conflict()).toBeUndefined()
    expect(await onSite()).toMatchObject({ title: { raw: 'Second' }, excerpt: { raw: 'Also' } })
  })

  it('with an answer that was lost after the work, and what was typed since', async () => {
    const { edit, save, site, conflict, saveError, onSite, dirty } = await conflictStore()
    for (const failure of ['offline', 'html', rest] as const) {
      edit(1, { title: `Sent, ${JSON.stringify(failure)}` })
      site.fail('PUT /wp/v2/posts/1', failure, { done: true })
      await save(1)
      expect(saveError(1)).toBeDefined()
      edit(1, { title: `Typed on, ${JSON.stringify(failure)}` })
      await save(1)
      expect([conflict(), saveError(1), dirty()]).toEqual([undefined, undefined, []])
      expect((await onSite()).title.raw).toBe(`Typed on, ${JSON.stringify(failure)}`)
    }
  })

  it('with an answer that was lost, when the record was read before the next save', async () => {
    const { edit, save, site, conflict, load, standing } = await conflictStore()
    edit(1, { title: 'Sent' })
    site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
    await save(1)
    edit(1, { title: 'Typed on' })
    await load(1, undefined, { force: true })
    expect(standing()).not.toBe('conflict')
    await save(1)
    expect(conflict()).toBeUndefined()
  })

  it('with several answers lost one after the other', async () => {
    const { edit, save, site, conflict, onSite } = await conflictStore()
    edit(1, { title: 'First' })
    site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
    await save(1)
    edit(1, { title: 'Second' })
    site.fail('PUT /wp/v2/posts/1', 'offline')
    await save(1)
    edit(1, { title: 'Third' })
    await save(1)
    expect([conflict(), (await onSite()).title.raw]).toEqual([undefined, 'Third'])
  })

  it('with autosaves that are saves, and those that are copies', async () => {
    const { edit, save, conflict, saveError, onSite } = await conflictStore({
      posts: [{ id: 1, title: 'One', content: paragraphs('A'), status: 'draft', author: 'ada' }],
    })
    edit(1, { title: 'Autosaved' })
    await save(1, { isAutosave: true })
    edit(1, { title: 'Typed', content: paragraphs('A', 'B') })
    await save(1, { isAutosave: true })
    edit(1, { title: 'Published', status: 'publish' })
    await save(1)
    edit(1, { title: 'A copy' })
    await save(1, { isAutosave: true })
    edit(1, { title: 'Saved' })
    await save(1)
    expect([conflict(), saveError(1)]).toEqual([undefined, undefined])
    expect((await onSite()).title.raw).toBe('Saved')
  })

  it('with fields that are saved one by one, of a draft whose date floats', async () => {
    const { edit, save, store, conflict, onSite } = await conflictStore({
      posts: [{ id: 1, title: 'One', status: 'draft', author: 'ada' }],
    })
    edit(1, { title: 'New', date: '2030-01-01T00:00:00', slug: 'new' })
    await store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['title']))
    edit(1, { title: 'Newer' })
    await store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['title']))
    await save(1)
    expect(conflict()).toBeUndefined()
    expect(await onSite()).toMatchObject({ date: '2030-01-01T00:00:00', slug: 'new' })
  })

  it('with a date that is typed while the post is published, which dates it, and has no revision yet', async () => {
    const { edit, save, site, conflict, onSite } = await conflictStore({
      posts: [{ id: 1, title: 'One', status: 'draft', author: 'ada' }],
    })
    edit(1, { status: 'publish' })
    const held = site.hold('PUT /wp/v2/posts/1')
    const saved = save(1)
    await until(() => held.waiting.length > 0)
    edit(1, { date: '2030-01-01T00:00:00' })
    held.end()
    await saved
    await save(1)
    expect(conflict()).toBeUndefined()
    expect(await onSite()).toMatchObject({ date: '2030-01-01T00:00:00' })
  })

  it('with what the server makes of a value', async () => {
    const { edit, save, conflict, edited } = await conflictStore({
      posts: [
        { id: 1, title: 'One', author: 'ada' },
        { id: 2, title: 'Two', slug: 'taken', author: 'ada' },
      ],
    })
    edit(1, { slug: 'taken' })
    await save(1)
    expect(edited(1)?.slug).toBe('taken-2')
    edit(1, { slug: 'other' })
    await save(1)
    expect(conflict()).toBeUndefined()
  })

  it.each<{ sent: object }>([
    { sent: { date: '2030-01-01T00:00:00Z' } },
    { sent: { date: '2030-01-01T00:00:00.000+00:00' } },
    { sent: { date: '2030-01-01T00:00:00+02' } },
    { sent: { date: '2030-01-01 00:00:00-05:30' } },
    { sent: { date_gmt: '2030-01-01T00:00:00Z' } },
    { sent: { author: '2' } },
    { sent: { sticky: 'true' } },
    { sent: { sticky: 1 } },
    { sent: { categories: ['12'] } },
    { sent: { categories: [13, 12] } },
    { sent: { slug: '' } },
    { sent: { slug: "It's Ein Täg & mehr" } },
    { sent: { title: 5 } },
  ])('with $sent, which the server writes otherwise, and whose answer was lost', async ({ sent }) => {
    const { edit, save, site, conflict, onSite, saveError } = await conflictStore({
      posts: [{ id: 1, title: 'One', slug: 'chosen', author: 'ada', terms: { category: [11] } }],
    })
    edit(1, sent)
    site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
    await save(1)
    const [field = ''] = Object.keys(sent)
    const made = (await onSite())[field]
    edit(1, { excerpt: 'Typed since' })
    await save(1)
    expect([conflict(), saveError(1)]).toEqual([undefined, undefined])
    expect((await onSite())[field]).toEqual(made)
    expect((await onSite()).excerpt).toMatchObject({ raw: 'Typed since' })
  })

  it.each(['date', 'date_gmt'])(
    'with a %s that was reset by null, which the server writes as the moment of that, and whose answer was lost',
    async (field) => {
      const { edit, save, site, conflict, onSite, saveError } = await conflictStore()
      const before = (await onSite())[field]
      edit(1, { [field]: null })
      site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
      await save(1)
      expect((await onSite())[field]).not.toBe(before)
      edit(1, { excerpt: 'Typed since' })
      await save(1)
      expect([conflict(), saveError(1)]).toEqual([undefined, undefined])
      expect((await onSite()).excerpt).toMatchObject({ raw: 'Typed since' })
    },
  )

  it.each([
    ['mine', 'theirs'],
    ['Größe', 'groß'],
    ['Käse', 'kasten'],
    ['eins', 'eins-und-zwei'],
  ])('but it is with a colleague who has chosen another slug: %s, %s', async (mine, theirs) => {
    const { edit, save, site, elsewhere, conflict } = await conflictStore()
    edit(1, { slug: mine })
    site.fail('PUT /wp/v2/posts/1', 'offline')
    await save(1)
    await elsewhere({ slug: theirs })
    await save(1)
    expect(Object.keys(conflict()?.fields ?? {})).toEqual(['slug'])
  })

  it('but it is with a colleague who has chosen another date', async () => {
    for (const [mine, theirs] of [
      ['2030-01-01T10:00:00Z', '2030-01-01T10:20:00'],
      ['2030-01-01T10:00:00Z', '2030-01-02T10:00:00'],
      ['2030-01-01T10:00:00', '2030-01-01T11:00:00'],
    ]) {
      const { edit, save, site, elsewhere, conflict } = await conflictStore()
      edit(1, { date: mine })
      site.fail('PUT /wp/v2/posts/1', 'offline')
      await save(1)
      await elsewhere({ date: theirs })
      await save(1)
      expect(Object.keys(conflict()?.fields ?? {})).toEqual(['date'])
    }
  })

  it('with a post that the server has published meanwhile', async () => {
    const { edit, save, elsewhere, conflict, edited } = await conflictStore({
      posts: [{ id: 1, title: 'One', status: 'future', date: '2031-01-01T00:00:00', author: 'ada' }],
    })
    edit(1, { title: 'Mine' })
    await elsewhere({ status: 'publish', date: '2020-01-01T00:00:00' })
    await save(1)
    expect([conflict(), edited(1)?.status]).toEqual([undefined, 'publish'])
  })

  it('with batches that fail in part', async () => {
    const { edit, load, store, site, conflict } = await conflictStore()
    await load(2)
    for (const round of [1, 2, 3]) {
      edit(1, { title: `One ${round}` })
      edit(2, { title: `Two ${round}` })
      if (round < 3) site.fail('POST /batch/v1', 'offline', { done: round === 2 })
      await store.dispatch(saveDirtyEntityRecords())
    }
    expect([conflict(1), conflict(2)]).toEqual([undefined, undefined])
  })
})

describe('a check that fails', () => {
  it.each([['offline'], [rest]] as const)(
    'B14: by %o, fails the save, and nothing is sent',
    async (failure) => {
      const { edit, save, site, sent, saveError, edited, dirty } = await conflictStore()
      edit(1, { title: 'Mine' })
      site.fail('GET /wp/v2/posts', failure)
      expect(await save(1)).toBeUndefined()
      expect(sent()).toEqual([])
      expect(saveError(1)).toMatchObject({ name: 'RestError' })
      expect(edited(1)?.title).toBe('Mine')
      edit(1, { title: 'One' })
      expect(dirty()).toEqual([])
    },
  )

  it('B15: because the list may not be read, asks for the record', async () => {
    const { edit, save, site, asked, elsewhere, conflict, troubles } = await conflictStore()
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    site.fail('GET /wp/v2/posts', { status: 403, code: 'rest_forbidden_context' }, 9)
    await save(1)
    expect(asked()).toEqual([
      'GET /wp/v2/posts',
      'GET /wp/v2/posts/1',
      'GET /wp/v2/posts',
      'GET /wp/v2/posts/1',
    ])
    expect([conflict()?.fields.title?.theirs, troubles]).toEqual(['Theirs', []])
  })

  it('B15: because nothing of it may be read, sends the save and says so once', async () => {
    const { edit, save, site, troubles, onSite } = await conflictStore()
    site.fail(/^GET .*posts.*_fields/, { status: 403, code: 'rest_forbidden' }, 99)
    for (const title of ['Mine', 'Mine again']) {
      edit(1, { title })
      await save(1)
    }
    expect(troubles).toMatchObject([{ code: 'unchecked_save', kind: 'postType', name: 'post', key: 1 }])
    expect((await onSite()).title.raw).toBe('Mine again')
  })
})

describe('saves that are not compared', () => {
  it('B24: under overwrite ask nothing more, and lose no basis', async () => {
    const { edit, save, asked, elsewhere, basis, onSite } = await conflictStore({ conflicts: 'overwrite' })
    edit(1, { title: 'Mine', excerpt: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    expect(basis()).toEqual({ title: 'One', excerpt: 'Short' })
    await save(1)
    expect(asked()).toEqual(['PUT /wp/v2/posts/1'])
    expect((await onSite()).title.raw).toBe('Mine')
  })

  it('of a record that was never read', async () => {
    const { edit, save, asked, standing, onSite } = await conflictStore()
    edit(2, { title: 'Mine' })
    expect(standing(2)).toBe('unbased')
    await save(2)
    expect(asked()).toEqual(['PUT /wp/v2/posts/2'])
    expect((await onSite('/wp/v2/posts/2')).title.raw).toBe('Mine')
  })

  it('are refused where a policy is none', async () => {
    const { edit, trySave } = await conflictStore({ conflicts: () => 'maybe' as never })
    edit(1, { title: 'Mine' })
    expect(await trySave()).toMatchObject({ code: 'invalid_option' })
  })
})

describe('a save that somebody else overtook', () => {
  it('between check and write, says so, with what it has replaced', async () => {
    const { edit, save, site, elsewhere, conflict, saveError, onSite, dirty } = await conflictStore()
    edit(1, { title: 'Mine' })
    const held = site.hold('GET /wp/v2/posts')
    const saved = save(1)
    await until(() => held.waiting.length > 0)
    await elsewhere({ title: 'Theirs' })
    held.end()
    await saved
    expect(conflict()).toMatchObject({
      reason: 'overtaken',
      key: 1,
      fields: { title: { base: 'One', mine: 'Mine', theirs: 'Theirs' } },
    })
    expect([(await onSite()).title.raw, saveError(1), dirty()]).toEqual(['Mine', undefined, []])
  })

  it.each(['merge', 'detect'] as const)(
    'between check and write, by an autosave of a draft of their own, says so as well, under %s',
    async (conflicts) => {
      const drafts = [{ id: 1, title: 'One', status: 'draft', author: 'ada' }]
      const { edit, save, site, elsewhere, conflict, asked, onSite } = await conflictStore({
        conflicts,
        posts: drafts,
      })
      edit(1, { title: 'Mine' })
      const held = conflicts === 'merge' ? site.hold('GET /wp/v2/posts') : undefined
      if (!held) await elsewhere({ title: 'Theirs' })
      const saved = save(1, { isAutosave: true })
      if (held) {
        await until(() => held.waiting.length > 0)
        await elsewhere({ title: 'Theirs' })
        held.end()
      }
      await saved
      const fields = { title: { base: 'One', mine: 'Mine', theirs: 'Theirs' } }
      expect(conflict()).toMatchObject({ reason: 'overtaken', key: 1, fields })
      expect((await onSite()).title.raw).toBe('Mine')
      expect(asked().at(-1)).toBe('GET /wp/v2/posts/1/revisions')
    },
  )

  it('B26: is seen afterwards under detect, without a request more', async () => {
    const { edit, save, elsewhere, asked, conflict, resolve, edited, onSite } = await conflictStore({
      conflicts: 'detect',
    })
    edit(1, { title: 'Nobody else' })
    await save(1)
    expect([asked(), conflict()]).toEqual([['PUT /wp/v2/posts/1'], undefined])
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await save(1)
    expect(conflict()).toMatchObject({ reason: 'overtaken', fields: { title: { theirs: 'Theirs' } } })
    expect(asked().slice(1)).toEqual(['PUT /wp/v2/posts/1', 'GET /wp/v2/posts/1/revisions'])
    resolve({ title: 'theirs' })
    expect(edited(1)?.title).toBe('Theirs')
    await save(1)
    expect([(await onSite()).title.raw, conflict()]).toEqual(['Theirs', undefined])
  })

  it("B26: is none where it was a colleague's autosave, or another field", async () => {
    const { edit, save, elsewhere, others, conflict } = await conflictStore({ conflicts: 'detect' })
    edit(1, { title: 'Mine' })
    await others({ path: '/wp/v2/posts/1/autosaves', method: 'POST', data: { title: 'A copy' } })
    await elsewhere({ excerpt: 'Theirs' })
    await save(1)
    expect(conflict()).toBeUndefined()
  })
})
