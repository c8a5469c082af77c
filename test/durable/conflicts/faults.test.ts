import {
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  type Fetcher,
  type FetchResponse,
} from 'copydesk'
import { selectSaveConflict } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { conflictStore, paragraphs } from './conflictStores'
import { until } from '../../support/until'

/** An answer of a site whose `WP_POST_REVISIONS` is false: its history is there, and empty. */
function withoutRevisions(answer: FetchResponse): FetchResponse {
  const links = (record: { _links?: Record<string, unknown> }) => {
    if (!record?._links) return record
    const { 'predecessor-version': _, 'version-history': history, ...others } = record._links
    return {
      ...record,
      _links: { ...others, ...(history !== undefined && { 'version-history': [{ count: 0 }] }) },
    }
  }
  return {
    ...answer,
    data: Array.isArray(answer.data) ? answer.data.map(links) : links(answer.data as object),
  }
}

describe('what a site does to a save', () => {
  it('F23: an HTML page in place of the check fails the save, and nothing is sent', async () => {
    const { edit, save, site, sent, saveError, edited } = await conflictStore()
    edit(1, { title: 'Mine' })
    site.fail('GET /wp/v2/posts', 'html')
    await save(1)
    expect([sent(), edited(1)?.title]).toEqual([[], 'Mine'])
    expect(saveError(1)).toMatchObject({ code: 'invalid_json' })
  })

  it('F24: a 500 after the work, and a colleague who writes to another field, are no conflict', async () => {
    const { edit, save, site, elsewhere, conflict, onSite } = await conflictStore()
    edit(1, { title: 'Sent' })
    site.fail('PUT /wp/v2/posts/1', { status: 500, code: 'down' }, { done: true })
    await save(1)
    await elsewhere({ excerpt: 'Theirs' })
    edit(1, { title: 'Typed on' })
    await save(1)
    expect(conflict()).toBeUndefined()
    expect(await onSite()).toMatchObject({ title: { raw: 'Typed on' }, excerpt: { raw: 'Theirs' } })
  })

  it('F24: a 500 after the work, and a colleague who writes to the same field, are one', async () => {
    const { edit, save, site, elsewhere, conflict } = await conflictStore()
    edit(1, { title: 'Sent' })
    site.fail('PUT /wp/v2/posts/1', { status: 500, code: 'down' }, { done: true })
    await save(1)
    await elsewhere({ title: 'Theirs' })
    await save(1)
    expect(conflict()?.fields.title).toMatchObject({ mine: 'Sent', theirs: 'Theirs' })
  })

  it('F27: being signed out fails the save with that, and loses nothing', async () => {
    const { edit, save, site, saveError, sent, edited, conflict } = await conflictStore()
    edit(1, { title: 'Mine' })
    site.fail(/^GET /, { status: 401, code: 'rest_not_logged_in' })
    await save(1)
    expect([sent(), edited(1)?.title, conflict()]).toEqual([[], 'Mine', undefined])
    expect(saveError(1)).toMatchObject({ status: 401 })
    await save(1)
    expect(sent()).toEqual([{ title: 'Mine' }])
  })

  it('F37: a text that the server has tidied up is no conflict, though the answer was lost', async () => {
    const { edit, save, site, elsewhere, conflict } = await conflictStore()
    edit(1, { title: ' Sent ' })
    site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
    await save(1)
    await elsewhere({ title: 'Sent' })
    edit(1, { title: 'Typed on' })
    await save(1)
    expect(conflict()).toBeUndefined()
  })

  it.each([
    ['title', 'nobody else has written', undefined, 'Typed on', undefined],
    ['content', 'nobody else has written', undefined, 'Typed on', undefined],
    ['title', 'a colleague has written to another field', { excerpt: 'Theirs' }, 'Typed on', undefined],
    ['title', 'a colleague has written to the same field', { title: 'Theirs' }, 'Theirs', 'changed'],
  ])(
    'F37: a %s that the server has cleaned, though the answer was lost, where %s',
    async (field, what, theirs, expected, reason) => {
      const site: { ask?: Fetcher } = {}
      const cleaned = (value: unknown) => (typeof value === 'string' ? value.replace(/<script>/g, '') : value)
      const made = await conflictStore({
        store: {
          fetcher: (request) => {
            const data = request.data as object | undefined
            const clean =
              data && Object.fromEntries(Object.entries(data).map(([name, value]) => [name, cleaned(value)]))
            return (site.ask as Fetcher)({ ...request, ...(clean && { data: clean }) })
          },
        },
        ask: (fetcher) => void (site.ask = fetcher),
      })
      const { edit, save, conflict, onSite, elsewhere } = made
      edit(1, { [field]: 'Sent <script>on' })
      made.site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
      await save(1)
      const shown = async () => ((await onSite())[field] as { raw: string }).raw
      expect(await shown()).toBe('Sent on')
      edit(1, { [field]: 'Typed on' })
      if (theirs) await elsewhere(theirs)
      await save(1)
      expect([conflict()?.reason, await shown()]).toEqual([reason, expected])
    },
  )

  it('F38: a slug that the server has made unique is none, though the answer was lost', async () => {
    const { edit, save, site, conflict, onSite } = await conflictStore({
      posts: [
        { id: 1, title: 'One', author: 'ada' },
        { id: 2, title: 'Two', slug: 'taken', author: 'ada' },
      ],
    })
    edit(1, { slug: 'taken' })
    site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
    await save(1)
    edit(1, { slug: 'other' })
    await save(1)
    expect([conflict(), (await onSite()).slug]).toEqual([undefined, 'other'])
  })

  it.each([
    ['Fresh Crêpes & Jam!', 'fresh-crepes-jam'],
    ['Two', 'two-2'],
  ])('F38: nor is one that it has made of %s', async (slug, made) => {
    const { edit, save, site, conflict, onSite } = await conflictStore()
    edit(1, { slug })
    site.fail('PUT /wp/v2/posts/1', 'offline', { done: true })
    await save(1)
    expect((await onSite()).slug).toBe(made)
    edit(1, { slug: 'other' })
    await save(1)
    expect([conflict(), (await onSite()).slug]).toEqual([undefined, 'other'])
  })

  it('F37: the name of a term, in which the server writes characters as entities, is no conflict either', async () => {
    const { of, site } = await conflictStore()
    const { load, edit, save, saveError } = of('taxonomy', 'category')
    await load(11)
    edit(11, { name: 'Salt & Vinegar' })
    site.fail('PUT /wp/v2/categories/11', 'offline', { done: true })
    await save(11)
    edit(11, { name: 'Salt' })
    await save(11)
    expect(saveError(11)).toBeUndefined()
  })

  it('F39: without revisions, what others write is seen by its value', async () => {
    const { store, others, site } = await conflictStore({
      postTypes: { note: { name: 'Notes', restBase: 'notes', supports: ['title', 'editor'] } },
    })
    const { data } = await others({
      path: '/wp/v2/notes',
      method: 'POST',
      data: { title: 'One', status: 'publish' },
    })
    const { id } = data as { id: number }
    await store.dispatch(fetchEntityRecord('postType', 'note', id))
    site.stopClock()
    store.dispatch(editEntityRecord('postType', 'note', id, { title: 'Mine' }))
    await others({ path: `/wp/v2/notes/${id}`, method: 'PUT', data: { title: 'Theirs' } })
    await store.dispatch(saveEditedEntityRecord('postType', 'note', id))
    expect(selectSaveConflict(store.getState(), 'postType', 'note', id)?.fields.title).toEqual({
      base: 'One',
      mine: 'Mine',
      theirs: 'Theirs',
    })
  })

  it('F39: nor where the site keeps none, and both write within one second', async () => {
    let ask: Fetcher = () => Promise.reject(new Error('Nothing to ask yet.'))
    const { edit, load, save, sent, site, elsewhere, conflict } = await conflictStore({
      startDate: new Date().toISOString(),
      ask: (fetcher) => void (ask = fetcher),
      store: { fetcher: async (request) => withoutRevisions(await ask(request)) },
    })
    site.stopClock()
    await elsewhere({ excerpt: 'Longer' })
    await load(1, { force: true })
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await save(1)
    expect([conflict()?.fields.title, sent()]).toEqual([{ base: 'One', mine: 'Mine', theirs: 'Theirs' }, []])
  })

  it("F39: nor where the device's clock is years ahead of the site's", async () => {
    let ask: Fetcher = () => Promise.reject(new Error('Nothing to ask yet.'))
    const siteTime = 'Mon, 01 Jan 2024 00:00:09 GMT'
    const { edit, load, save, sent, site, elsewhere, conflict } = await conflictStore({
      ask: (fetcher) => void (ask = fetcher),
      store: {
        fetcher: async (request) => {
          const answer = withoutRevisions(await ask(request))
          const { headers } = answer
          return { ...answer, headers: { get: (name) => (name === 'Date' ? siteTime : headers.get(name)) } }
        },
      },
    })
    site.stopClock()
    await elsewhere({ excerpt: 'Longer' })
    await load(1, undefined, { force: true })
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await save(1)
    expect([conflict()?.fields.title, sent()]).toEqual([{ base: 'One', mine: 'Mine', theirs: 'Theirs' }, []])
  })

  it('F39: nor where such a text is typed while a save of something else runs', async () => {
    let ask: Fetcher = () => Promise.reject(new Error('Nothing to ask yet.'))
    const { edit, save, sent, site, elsewhere, conflict } = await conflictStore({
      startDate: new Date().toISOString(),
      ask: (fetcher) => void (ask = fetcher),
      store: { fetcher: async (request) => withoutRevisions(await ask(request)) },
    })
    site.stopClock()
    edit(1, { excerpt: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    const held = site.hold('PUT /wp/v2/posts/1')
    const saved = save(1)
    await until(() => held.waiting.length > 0)
    edit(1, { title: 'Mine' })
    held.end()
    await saved
    await save(1)
    expect(conflict()?.fields.title).toEqual({ base: 'One', mine: 'Mine', theirs: 'Theirs' })
    expect(sent()).toEqual([{ excerpt: 'Mine' }])
  })

  it("F40: a colleague's autosave is a reason to look closer, and no conflict", async () => {
    const { edit, save, others, asked, conflict, onSite } = await conflictStore()
    edit(1, { title: 'Mine', content: paragraphs('Mine') })
    await others({
      path: '/wp/v2/posts/1/autosaves',
      method: 'POST',
      data: { title: 'A copy', content: 'Theirs' },
    })
    await save(1)
    expect(asked()).toEqual(['GET /wp/v2/posts', 'GET /wp/v2/posts', 'PUT /wp/v2/posts/1'])
    expect([conflict(), (await onSite()).title.raw]).toEqual([undefined, 'Mine'])
  })
})
