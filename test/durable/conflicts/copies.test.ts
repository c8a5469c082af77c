import {
  defineEntity,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  selectEntityRecord,
  type Fetcher,
} from 'copydesk'
import { selectSaveConflict } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { fakeServer, reply } from '../../support/fakeServer'
import { conflictStore } from './conflictStores'
import { checked, person } from '../../support/person'

const mine = { title: 'Mine' }

describe('a record that was read with the context that it is read in anyway', () => {
  it.each(['the record', 'its list'])(
    'is checked before it is saved: %s by context=edit, and a colleague has changed the title',
    async (what) => {
      const { store, edit, save, elsewhere, conflict, onSite, standing } = await conflictStore()
      const query = { context: 'edit' } as const
      if (what === 'its list') await store.dispatch(fetchEntityRecords('postType', 'post', query))
      else await store.dispatch(fetchEntityRecord('postType', 'post', 2, query))
      edit(2, mine)
      expect(standing(2)).toBe('based')
      await elsewhere({ title: 'Theirs' }, '/wp/v2/posts/2')
      await save(2)
      expect(conflict(2)?.fields.title).toEqual({ base: 'Two', mine: 'Mine', theirs: 'Theirs' })
      expect((await onSite('/wp/v2/posts/2')).title.raw).toBe('Theirs')
    },
  )
})

describe('a record that is shown as another copy only', () => {
  it('is asked about before it is saved, where it was changed since it was shown', async () => {
    const { store, edit, save, elsewhere, conflict, onSite } = await conflictStore()
    await store.dispatch(fetchEntityRecords('postType', 'post', { context: 'view' }))
    edit(2, mine)
    await elsewhere({ title: 'Theirs' }, '/wp/v2/posts/2')
    await save(2)
    expect(conflict(2)?.fields.title).toEqual({ base: undefined, mine: 'Mine', theirs: 'Theirs' })
    expect((await onSite('/wp/v2/posts/2')).title.raw).toBe('Theirs')
  })

  it('is not asked about a text that it does not have, where something else was changed since', async () => {
    const { store, edit, save, elsewhere, conflict, onSite } = await conflictStore()
    await store.dispatch(fetchEntityRecords('postType', 'post', { context: 'view' }))
    edit(2, { excerpt: 'Mine' })
    await elsewhere({ title: 'Theirs' }, '/wp/v2/posts/2')
    await save(2)
    expect(conflict(2)).toBeUndefined()
    expect(await onSite('/wp/v2/posts/2')).toMatchObject({
      title: { raw: 'Theirs' },
      excerpt: { raw: 'Mine' },
    })
  })

  it('nor where that was changed while it was saved', async () => {
    let isBetween = false
    let ask: Fetcher = () => Promise.reject(new Error('Nothing to ask yet.'))
    const { store, edit, save, others, conflict, onSite } = await conflictStore({
      ask: (fetcher) => void (ask = fetcher),
      store: {
        fetcher: async (request) => {
          if (isBetween && request.method === 'PUT') {
            isBetween = false
            await others({ path: '/wp/v2/posts/2', method: 'PUT', data: { title: 'Theirs' } })
          }
          return ask(request)
        },
      },
    })
    await store.dispatch(fetchEntityRecords('postType', 'post', { context: 'view' }))
    edit(2, { excerpt: 'Mine' })
    isBetween = true
    await save(2)
    expect(conflict(2)).toBeUndefined()
    expect(await onSite('/wp/v2/posts/2')).toMatchObject({
      title: { raw: 'Theirs' },
      excerpt: { raw: 'Mine' },
    })
  })

  it.each([mine, { slug: 'mine', ...mine }])('is saved where it is as it was shown: %o', async (edits) => {
    const { store, edit, save, conflict, onSite } = await conflictStore()
    await store.dispatch(fetchEntityRecords('postType', 'post', { context: 'view' }))
    edit(2, edits)
    await save(2)
    expect(conflict(2)).toBeUndefined()
    expect((await onSite('/wp/v2/posts/2')).title.raw).toBe('Mine')
  })

  it('has a basis by what it shows of a field', async () => {
    const { store, edit, save, elsewhere, conflict, basis } = await conflictStore()
    await store.dispatch(fetchEntityRecords('postType', 'post', { context: 'view' }))
    edit(2, { slug: 'mine' })
    expect(basis(2)).toEqual({ slug: 'two' })
    await elsewhere({ slug: 'theirs' }, '/wp/v2/posts/2')
    await save(2)
    expect(conflict(2)?.fields.slug).toEqual({ base: 'two', mine: 'mine', theirs: 'theirs' })
  })
})

/** A store of notes whose server embeds the author of a note where it is asked to. */
async function notes(parameters: object = {}) {
  const row = { id: 1, title: 'One', author: 1 }
  const sent: unknown[] = []
  const server = fakeServer(({ method, path, request }) => {
    if (method !== 'GET') sent.push(Object.assign(row, request.data as object) && request.data)
    const isWide = path.includes('author.')
    const shown = isWide ? { ...row, author: { id: row.author, name: `Name ${row.author}` } } : { ...row }
    return reply(/\/1(\?|$)/.test(path) ? shown : [shown])
  })
  const entities = [defineEntity({ kind: 'own', name: 'note', baseURL: '/own/notes', ...parameters })]
  const { store } = person({ network: server, durability: checked, store: { entities } })
  return {
    store,
    row,
    sent,
    log: server.log,
    edit: (edits: object) => store.dispatch(editEntityRecord('own', 'note', 1, edits)),
    save: () => store.dispatch(saveEditedEntityRecord('own', 'note', 1)),
    conflict: () => selectSaveConflict(store.getState(), 'own', 'note', 1),
  }
}

describe('a record that embeds another one', () => {
  it('is saved where nobody has changed which one that is, and stays embedded', async () => {
    const { store, sent, edit, save, conflict } = await notes({
      server: { parameters: { fields: 'fields' }, updateMethod: 'PATCH' },
    })
    await store.dispatch(fetchEntityRecords('own', 'note', { fields: '*,author.*' }))
    edit({ title: 'Mine', author: 3 })
    await save()
    expect([conflict(), sent]).toEqual([undefined, [{ title: 'Mine', author: 3 }]])
  })

  it('is in conflict where somebody has', async () => {
    const { store, sent, row, edit, save, conflict } = await notes({
      server: { parameters: { fields: 'fields' }, updateMethod: 'PATCH' },
    })
    await store.dispatch(fetchEntityRecords('own', 'note', { fields: '*,author.*' }))
    edit({ author: 3 })
    row.author = 2
    await save()
    expect([conflict()?.fields.author, sent]).toMatchObject([{ mine: 3, theirs: 2 }, []])
  })

  it('keeps what is embedded, where another field is compared', async () => {
    const { store, edit, save, row, conflict } = await notes({
      server: { parameters: { fields: 'fields' }, updateMethod: 'PATCH' },
    })
    const query = { fields: '*,author.*' }
    await store.dispatch(fetchEntityRecords('own', 'note', query))
    edit({ author: 3 })
    row.title = 'Theirs'
    row.author = 2
    await save()
    expect(conflict()).toBeDefined()
    row.author = 1
    await save()
    expect(conflict()).toBeUndefined()
  })

  it('is checked, too, where its shape is a copy of its own by `parameters.context`', async () => {
    const { store, sent, row, edit, save, conflict } = await notes({
      server: { parameters: { context: 'fields', fields: false }, updateMethod: 'PATCH' },
    })
    const query = { context: '*,author.*' } as never
    await store.dispatch(fetchEntityRecords('own', 'note', query))
    edit({ author: 3 })
    row.author = 2
    await save()
    expect([conflict()?.fields.author, sent]).toMatchObject([{ mine: 3, theirs: 2 }, []])
    expect(selectEntityRecord<string, string>(store.getState(), 'own', 'note', 1, query)).toMatchObject({
      author: { name: 'Name 1' },
    })
  })
})
