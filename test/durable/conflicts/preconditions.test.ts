import {
  defineEntity,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEditedEntityRecord,
  selectSaveError,
  type Fetcher,
  type FetchResponse,
} from 'copydesk'
import { resolveConflict, selectSaveConflict } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal, reply, type SeenRequest } from '../../support/fakeServer'
import { conflictStore, paragraphs } from './conflictStores'
import { until } from '../../support/until'
import { checked, person } from '../../support/person'

/** Somebody else writes between check and write, as often as they are asked to. */
async function hurried(times: number) {
  let left = 0
  const made = await conflictStore({
    preconditions: true,
    onAnswer: async ({ method = 'GET', path = '' }, write) => {
      if (method === 'GET' && path.startsWith('/wp/v2/') && left > 0)
        await write({ excerpt: `Theirs ${--left}` })
    },
  })
  left = times
  return made
}

describe('a server with preconditions', () => {
  it('B23: that refuses an outdated save, gets it merged and repeated', async () => {
    const { edit, save, asked, onSite, conflict, saveError } = await hurried(1)
    edit(1, { title: 'Mine' })
    await save(1)
    expect([conflict(), saveError(1)]).toEqual([undefined, undefined])
    expect(asked()).toEqual([
      // Whether it surely honours what it has shown: asked once, and this one does not say so.
      'GET /',
      'GET /wp/v2/posts',
      'PUT /wp/v2/posts/1',
      'GET /wp/v2/posts/1',
      'PUT /wp/v2/posts/1',
    ])
    expect(await onSite()).toMatchObject({ title: { raw: 'Mine' }, excerpt: { raw: 'Theirs 0' } })
  })

  it('B23: that refuses it for the third time, has a conflict of it', async () => {
    const { edit, save, asked, conflict, saveError, edited, resolve, onSite } = await hurried(3)
    edit(1, { title: 'Mine' })
    await save(1)
    expect(asked().filter((line) => line.startsWith('PUT'))).toHaveLength(3)
    expect(conflict()).toMatchObject({
      reason: 'changed',
      fields: { title: { mine: 'Mine', theirs: 'One' } },
    })
    expect([saveError(1), edited(1)?.title]).toMatchObject([{ code: 'save_conflict' }, 'Mine'])
    resolve({ title: 'mine' })
    await save(1)
    expect((await onSite()).title.raw).toBe('Mine')
  })

  it('and that says that it has durable.php, is not asked before a save, and refuses what is out of date', async () => {
    const { edit, save, asked, onSite, conflict, saveError, elsewhere, site } = await conflictStore({
      durable: true,
    })
    edit(1, { title: 'Mine' })
    await save(1)
    expect(asked()).toEqual(['PUT /wp/v2/posts/1'])
    site.clearRequests()
    edit(1, { title: 'Mine again' })
    await save(1)
    expect(asked()).toEqual(['PUT /wp/v2/posts/1'])
    await elsewhere({ excerpt: 'Theirs' })
    site.clearRequests()
    edit(1, { title: 'Merged' })
    await save(1)
    expect(asked()).toEqual(['PUT /wp/v2/posts/1', 'GET /wp/v2/posts/1', 'PUT /wp/v2/posts/1'])
    expect(await onSite()).toMatchObject({ title: { raw: 'Merged' }, excerpt: { raw: 'Theirs' } })
    await elsewhere({ title: 'Theirs' })
    edit(1, { title: 'Mine, too' })
    await save(1)
    expect(conflict()).toMatchObject({
      reason: 'changed',
      fields: { title: { mine: 'Mine, too', theirs: 'Theirs' } },
    })
    expect(saveError(1)).toMatchObject({ code: 'save_conflict' })
    expect((await onSite()).title.raw).toBe('Theirs')
  })

  it('with durable.php goes by the tag of its check where a record came in a list alone', async () => {
    let isEarly = true
    const { dispatch, edit, save, asked, onSite, site } = await conflictStore({
      durable: true,
      onAnswer: async ({ path = '' }, write) => {
        if (isEarly && path.includes('include=2')) await write({ excerpt: 'Theirs' }, '/wp/v2/posts/2')
      },
    })
    await dispatch(fetchEntityRecords('postType', 'post', { context: 'edit' }))
    site.clearRequests()
    edit(2, { title: 'Mine' })
    await save(2)
    isEarly = false
    expect(asked()).toEqual([
      'GET /wp/v2/posts',
      'PUT /wp/v2/posts/2',
      'GET /wp/v2/posts/2',
      'PUT /wp/v2/posts/2',
    ])
    expect(await onSite('/wp/v2/posts/2')).toMatchObject({
      title: { raw: 'Mine' },
      excerpt: { raw: 'Theirs' },
    })
  })

  it('merges a text that was changed between check and write', async () => {
    const made = await conflictStore({ preconditions: true })
    const { edit, save, site, elsewhere, onSite, edited } = made
    edit(1, { content: paragraphs('A, mine', 'B', 'C') })
    const held = site.hold('GET /wp/v2/posts')
    const saved = save(1)
    await until(() => held.waiting.length > 0)
    await elsewhere({ content: paragraphs('A', 'B', 'C, theirs') })
    held.end()
    await saved
    const merged = paragraphs('A, mine', 'B', 'C, theirs')
    expect([(await onSite()).content.raw, edited(1)?.content]).toEqual([merged, merged])
  })
})

describe('a server of your own with preconditions', () => {
  const note = (title: string) => ({ id: 1, title, text: 'Text' })
  /** A store of notes that are guarded by their tag alone. */
  async function notes(
    answers: ((request: SeenRequest) => unknown)[],
    precondition: 'etag' | 'lastModified',
  ) {
    const headers = (version: number): Record<string, string> =>
      precondition === 'etag'
        ? { ETag: `"${version}"` }
        : { 'Last-Modified': `Sun, 0${version} Nov 2026 00:00:00 GMT` }
    let reads = 0
    const server = fakeServer((request) => {
      if (request.method === 'GET')
        return reply(reads === 0 ? note('One') : note('One'), { headers: headers(++reads) })
      return answers.shift()?.(request)
    })
    const entities = [defineEntity({ kind: 'own', name: 'note', baseURL: '/own/notes', precondition })]
    const { store } = person({ network: server, durability: checked, store: { entities } })
    await store.dispatch(fetchEntityRecord('own', 'note', 1))
    server.log.length = 0
    const save = () => store.dispatch(saveEditedEntityRecord('own', 'note', 1))
    const edit = (edits: object) => store.dispatch(editEntityRecord('own', 'note', 1, edits))
    return {
      server,
      store,
      save,
      edit,
      headersOf: (at: number) => server.seen.filter(({ method }) => method !== 'GET')[at]?.request.headers,
    }
  }

  it.each([
    ['etag', { 'If-Match': '"1"' }, { 'If-Match': '"2"' }],
    [
      'lastModified',
      { 'If-Unmodified-Since': 'Sun, 01 Nov 2026 00:00:00 GMT' },
      { 'If-Unmodified-Since': 'Sun, 02 Nov 2026 00:00:00 GMT' },
    ],
  ] as const)(
    'is asked once, by its %s, and again where that is out of date',
    async (precondition, first, second) => {
      const refuse = ({ fail }: SeenRequest) => void fail(refusal(412, 'changed'))
      const done = () => note('Mine')
      const { edit, save, server, headersOf } = await notes([refuse, done], precondition)
      edit({ title: 'Mine' })
      expect(await save()).toMatchObject({ title: 'Mine' })
      expect(server.log).toEqual(['PATCH /own/notes/1', 'GET /own/notes/1', 'PATCH /own/notes/1'])
      expect([headersOf(0), headersOf(1)]).toMatchObject([first, second])
    },
  )

  it('that wants a record to be read first (428), gets that', async () => {
    const refuse = ({ fail }: SeenRequest) => void fail(refusal(428, 'read_first'))
    const { edit, save, server } = await notes([refuse, () => note('Mine')], 'etag')
    edit({ title: 'Mine' })
    expect(await save()).toMatchObject({ title: 'Mine' })
    expect(server.log).toEqual(['PATCH /own/notes/1', 'GET /own/notes/1', 'PATCH /own/notes/1'])
  })
})

describe('a record without an id, whose server refuses what is out of date', () => {
  it('is read again, and is not what the refusal says', async () => {
    const { store, others } = await conflictStore({ durable: true })
    const shown = () => selectEditedEntityRecord<string, string>(store.getState(), 'root', 'site')
    await store.dispatch(fetchEntityRecord('root', 'site'))
    await store.dispatch(saveEntityRecord<string, string>('root', 'site', { description: 'Before' }))
    const titles = new Set<unknown>()
    store.subscribe(() => titles.add(shown()?.title))
    const title = shown()?.title
    await others({ path: '/wp/v2/settings', method: 'PUT', data: { timezone: 'Europe/Oslo' } })
    const timezone = { timezone: 'Europe/Rome' }
    await store.dispatch(saveEntityRecord<string, string>('root', 'site', timezone))
    expect(selectSaveConflict(store.getState(), 'root', 'site', undefined)?.fields).toMatchObject({
      timezone: { mine: 'Europe/Rome', theirs: 'Europe/Oslo' },
    })
    expect([...titles]).toEqual([title])
  })

  it('is refused as it is for any other reason', async () => {
    const server = fakeServer(({ method }) =>
      method === 'GET'
        ? reply({ title: 'One' }, { headers: { ETag: '"1"' } })
        : refusal(409, 'busy', 'Later.', { code: 'busy' }),
    )
    const entities = [defineEntity({ kind: 'own', name: 'desk', baseURL: '/own/desk', key: false })]
    const { store } = person({ network: server, durability: checked, store: { entities } })
    await store.dispatch(fetchEntityRecord('own', 'desk'))
    store.dispatch(editEntityRecord<string, string>('own', 'desk', undefined, { title: 'Mine' }))
    await store.dispatch(saveEditedEntityRecord('own', 'desk'))
    expect(selectSaveError(store.getState(), 'own', 'desk', undefined)).toMatchObject({ code: 'busy' })
  })
})

describe('a tag of some fields of a record', () => {
  it('is not that of the record: the save goes by the one that all of it came with', async () => {
    const server = fakeServer(({ path }) =>
      reply(
        { id: 1, title: 'One', text: 'Text' },
        { headers: { ETag: path.includes('_fields=') ? '"part"' : '"whole"' } },
      ),
    )
    const entities = [defineEntity({ kind: 'own', name: 'note', baseURL: '/own/notes' })]
    const { store } = person({ network: server, durability: checked, store: { entities } })
    await store.dispatch(fetchEntityRecord('own', 'note', 1))
    const some = { _fields: 'title' }
    await store.dispatch(fetchEntityRecord('own', 'note', 1, some, { force: true }))
    store.dispatch(editEntityRecord('own', 'note', 1, { title: 'Mine' }))
    await store.dispatch(saveEditedEntityRecord('own', 'note', 1))
    expect(server.seen.at(-1)).toMatchObject({
      method: 'PATCH',
      request: { headers: { 'If-Match': '"whole"' } },
    })
  })
})

describe('a weak tag', () => {
  it('is not sent, and the save is checked', async () => {
    const server = fakeServer(({ method }) =>
      reply({ id: 1, title: method === 'GET' ? 'One' : 'Mine' }, { headers: { ETag: 'W/"1"' } }),
    )
    const entities = [
      defineEntity({ kind: 'own', name: 'note', baseURL: '/own/notes', precondition: 'etag' }),
    ]
    const { store } = person({ network: server, durability: checked, store: { entities } })
    await store.dispatch(fetchEntityRecord('own', 'note', 1))
    store.dispatch(editEntityRecord('own', 'note', 1, { title: 'Mine' }))
    await store.dispatch(saveEditedEntityRecord('own', 'note', 1))
    expect(server.log).toEqual(['GET /own/notes/1', 'GET /own/notes/1', 'PATCH /own/notes/1'])
    expect(server.seen.at(-1)?.request.headers).toBeUndefined()
    expect(selectSaveConflict(store.getState(), 'own', 'note', 1)).toBeUndefined()
    store.dispatch(resolveConflict('own', 'note', 1, { title: 'mine' }))
  })

  it('is no word for a config', () => {
    const config = { kind: 'own', name: 'note', baseURL: '/own/notes', precondition: 'tag' } as never
    expect(() => defineEntity(config)).toThrow(expect.objectContaining({ code: 'invalid_config' }) as Error)
  })
})

type Headers = FetchResponse['headers']

/** A site with durable.php behind a web server that compresses answers. */
async function compressing(headersOf: (headers: Headers) => (name: string) => string | null) {
  let ask: Fetcher = () => Promise.reject(new Error('Nothing to ask yet.'))
  return conflictStore({
    durable: true,
    ask: (fetcher) => void (ask = fetcher),
    store: {
      fetcher: async (request) => {
        const answer = await ask(request)
        return { ...answer, headers: { get: headersOf(answer.headers) } }
      },
    },
  })
}

describe('durable.php behind a web server that compresses answers', () => {
  const weakened = ({ get }: Headers, name: string) => {
    const tag = get('ETag')
    return name === 'ETag' && tag !== null ? `W/${tag}` : get(name)
  }

  it.each([
    ['weakens their tags', weakened],
    ['takes their tags away', ({ get }: Headers, name: string) => (name === 'ETag' ? null : get(name))],
  ])('that %s, still refuses what is out of date', async (_, headerOf) => {
    const { edit, save, asked, elsewhere, onSite, troubles } = await compressing(
      (headers) => (name) => headerOf(headers, name),
    )
    await elsewhere({ excerpt: 'Theirs' })
    edit(1, { title: 'Mine' })
    await save(1)
    expect(asked()).toEqual(['PUT /wp/v2/posts/1', 'GET /wp/v2/posts/1', 'PUT /wp/v2/posts/1'])
    expect(await onSite()).toMatchObject({ title: { raw: 'Mine' }, excerpt: { raw: 'Theirs' } })
    expect(troubles).toEqual([])
  })

  it('that weakens the tags of an older file, is said to be no guard, once', async () => {
    const { edit, save, asked, troubles } = await compressing(
      (headers) => (name) => (name === 'Copydesk-Tag' ? null : weakened(headers, name)),
    )
    for (const title of ['Mine', 'Mine again']) {
      edit(1, { title })
      await save(1)
    }
    expect(asked()).toEqual([
      'GET /',
      'GET /wp/v2/posts',
      'PUT /wp/v2/posts/1',
      'GET /wp/v2/posts',
      'PUT /wp/v2/posts/1',
    ])
    expect(troubles).toMatchObject([{ code: 'weak_tag', kind: 'postType', name: 'post' }])
  })
})
