import { createEntityStore, type Fetcher, type LinkSearchOptions, searchLinks } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal, reply, settle, type Rule, type SeenRequest } from '../support/fakeServer'

const posts = [
  { id: 1, title: 'Sea &#038; land', url: 'https://x.org/sea', type: 'post', subtype: 'page' },
  { id: 2, title: 'Far inland', url: 'https://x.org/far', type: 'post', subtype: 'post' },
]
const terms = [{ id: 1, title: 'Sea', url: 'https://x.org/tag/sea', type: 'post_tag' }]
const formats = [{ id: 'aside', title: 'Aside', url: 'https://x.org/type/aside', type: 'post-format' }]
const media = [
  {
    id: 7,
    title: { rendered: 'Sea&#8217;s end' },
    link: 'https://x.org/seas-end',
    source_url: 'https://x.org/sea.png',
    type: 'attachment',
  },
]

/** Which source a request asks. */
function sourceOf({ path }: Pick<SeenRequest, 'path'>): string {
  return path.startsWith('/wp/v2/media') ? 'attachment' : (/[?&]type=([^&]*)/.exec(path)?.[1] ?? '')
}

const answers: Readonly<Record<string, unknown>> = {
  post: posts,
  term: terms,
  'post-format': formats,
  attachment: media,
}

function searching(search: string, options?: LinkSearchOptions, rule?: Rule) {
  const server = fakeServer(rule ?? ((request) => answers[sourceOf(request)]))
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  return { ...server, store, found: store.dispatch(searchLinks(search, options)) }
}

describe('searchLinks', () => {
  it('asks posts, terms, post formats and media at once, for twenty each', async () => {
    const { log } = searching('sea & land', {}, () => undefined)
    await settle()
    expect(log).toEqual([
      'GET /wp/v2/search?search=sea & land&per_page=20&type=post',
      'GET /wp/v2/search?search=sea & land&per_page=20&type=term',
      'GET /wp/v2/search?search=sea & land&per_page=20&type=post-format',
      'GET /wp/v2/media?search=sea & land&per_page=20',
    ])
  })

  it('encodes what was typed', async () => {
    const { seen, found } = searching('a&type=term#?+', { type: 'post' }, () => [])
    await found
    expect(seen[0]?.request.path).toBe('/wp/v2/search?search=a%26type%3Dterm%23%3F%2B&per_page=20&type=post')
  })

  it('gives each result its kind, type, address and a title that is text, best titles first', async () => {
    expect(await searching('sea').found).toEqual([
      { id: 1, url: 'https://x.org/tag/sea', title: 'Sea', type: 'post_tag', kind: 'taxonomy' },
      { id: 1, url: 'https://x.org/sea', title: 'Sea & land', type: 'page', kind: 'post-type' },
      { id: 7, url: 'https://x.org/sea.png', title: 'Sea’s end', type: 'attachment', kind: 'media' },
      { id: 2, url: 'https://x.org/far', title: 'Far inland', type: 'post', kind: 'post-type' },
      {
        id: 'aside',
        url: 'https://x.org/type/aside',
        title: 'Aside',
        type: 'post-format',
        kind: 'taxonomy',
      },
    ])
  })

  it.each([
    [
      { type: 'post', subtype: 'page', page: 2 },
      ['search?search=a&page=2&per_page=20&type=post&subtype=page'],
    ],
    [{ type: 'term', perPage: 5 }, ['search?search=a&per_page=5&type=term']],
    [{ type: 'post-format' }, ['search?search=a&per_page=20&type=post-format']],
    [{ type: 'attachment', page: 3, subtype: 'x' }, ['media?search=a&page=3&per_page=20']],
    [{ type: 'post-format', disablePostFormats: true }, []],
    [{ type: 'post', isInitialSuggestions: true }, ['search?search=a&per_page=3&type=post']],
    [{ type: 'post', isInitialSuggestions: true, perPage: 9 }, ['search?search=a&per_page=9&type=post']],
    [
      { type: 'post', initialSuggestionsSearchOptions: { type: 'term' } },
      ['search?search=a&per_page=20&type=post'],
    ],
    [
      {
        type: 'term',
        subtype: 'category',
        isInitialSuggestions: true,
        initialSuggestionsSearchOptions: { page: 4 },
      },
      ['search?search=a&page=4&per_page=3&type=term&subtype=category'],
    ],
    [
      {
        type: 'term',
        subtype: 'category',
        page: 11,
        isInitialSuggestions: true,
        initialSuggestionsSearchOptions: { type: 'post', subtype: 'page', perPage: 20, page: 11 },
      },
      ['search?search=a&page=11&per_page=20&type=post&subtype=page'],
    ],
  ] satisfies [LinkSearchOptions, string[]][])('with %j asks for that alone', async (options, paths) => {
    const { log, found } = searching('a', options)
    await found
    expect(log).toEqual(paths.map((path) => `GET /wp/v2/${path}`))
  })

  it('leaves post formats out where a theme has none', async () => {
    const { log, found } = searching('a', { disablePostFormats: true })
    expect((await found).map(({ type }) => type)).not.toContain('post-format')
    expect(log).toHaveLength(3)
  })

  it('cuts what all sources found to the size of a page', async () => {
    const found = await searching('sea', { perPage: 2 }).found
    expect(found.map(({ title }) => title)).toEqual(['Sea', 'Sea & land'])
  })

  it('names what has no title, and leaves out what has no id or is no row', async () => {
    const rows = [
      { id: 1, title: '', url: 'u' },
      { id: 2, title: ' &#32; ', url: 'u' },
      { id: 3, title: null },
      { title: 'no id' },
      { id: 0, title: 'no id' },
      { id: '', title: 'no id' },
      null,
      'text',
      [4],
    ]
    const found = await searching('a', { type: 'post' }, () => rows).found
    expect(found.map(({ id, title, url }) => [id, title, url])).toEqual([
      [1, '(no title)', 'u'],
      [2, '(no title)', 'u'],
      [3, '(no title)', ''],
    ])
  })

  it('never turns text into HTML, nor HTML into text twice', async () => {
    const rows = [{ id: 1, title: '&amp;lt;b&amp;gt; &lt;script&gt;' }]
    const [link] = await searching('a', { type: 'post' }, () => rows).found
    expect(link?.title).toBe('&lt;b&gt; <script>')
  })

  it.each(['post', 'term', 'post-format', 'attachment'])(
    'gives what the others found when the source %s fails',
    async (failing) => {
      const { found } = searching('sea', {}, (request) =>
        sourceOf(request) === failing ? refusal(500, 'broken') : answers[sourceOf(request)],
      )
      const all = Object.values(answers).flat().length
      expect(await found).toHaveLength(all - (answers[failing] as unknown[]).length)
    },
  )

  it.each([null, 'text', 5])('counts a source that answers %j as failed', async (body) => {
    const { found } = searching('sea', { type: 'post', throwOnError: true }, () => reply(body))
    await expect(found).rejects.toMatchObject({ code: 'invalid_response' })
  })

  it('gives an empty list when every source fails', async () => {
    expect(await searching('sea', {}, () => refusal(500, 'broken')).found).toEqual([])
  })

  it('rejects with the first error when every source fails and it was asked to', async () => {
    const { found } = searching('sea', { throwOnError: true }, (request) => refusal(500, sourceOf(request)))
    await expect(found).rejects.toMatchObject({ code: 'post' })
  })

  it('asked to reject, still gives what one source found', async () => {
    const { found } = searching('sea', { throwOnError: true }, (request) =>
      sourceOf(request) === 'term' ? [] : refusal(500, 'broken'),
    )
    expect(await found).toEqual([])
  })

  it('waits for the slowest source', async () => {
    const { found, waiting } = searching('sea', {}, (request) =>
      sourceOf(request) === 'post' ? undefined : answers[sourceOf(request)],
    )
    let isDone = false
    void found.then(() => (isDone = true))
    await settle()
    expect(isDone).toBe(false)
    waiting[0]?.answer(posts)
    expect(await found).toHaveLength(5)
  })

  it('that is aborted before it begins asks nobody', async () => {
    const { fetcher, log } = fakeServer(() => [])
    const { dispatch } = createEntityStore({ fetcher, devTools: false })
    const search = dispatch(searchLinks('sea', { signal: AbortSignal.abort() }))
    await expect(search).rejects.toHaveProperty('name', 'AbortError')
    expect(log).toEqual([])
  })

  it('ends with an AbortError when aborted, and ends all its requests', async () => {
    const controller = new AbortController()
    const { found, waiting, seen } = searching('sea', { signal: controller.signal }, () => undefined)
    await settle()
    expect(waiting).toHaveLength(4)
    controller.abort()
    await expect(found).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen.every(({ request }) => request.signal?.aborted)).toBe(true)
    expect(waiting).toEqual([])
  })

  it('ends with an AbortError whatever the reason, and although a fetcher goes on', async () => {
    const controller = new AbortController()
    const deaf: Fetcher = () => new Promise(() => undefined)
    const { found, log } = searching('sea', { signal: controller.signal, fetcher: deaf })
    controller.abort('enough')
    await expect(found).rejects.toMatchObject({ name: 'AbortError' })
    expect(log).toEqual([])
  })

  it('gives what the others have where a source was aborted by something else than the signal', async () => {
    const { found } = searching('sea', {}, (request) =>
      sourceOf(request) === 'term' ? new DOMException('Stop', 'AbortError') : answers[sourceOf(request)],
    )
    expect((await found).length).toBeGreaterThan(0)
  })

  it.each(['page', '__proto__', 'constructor', ''])('refuses the unknown type %j', async (type) => {
    const { found, log } = searching('a', { type: type as 'post' })
    await expect(found).rejects.toMatchObject({
      code: 'invalid_option',
      message: `"${type}" is no type of link. Pass post, term, post-format, attachment.`,
    })
    expect(log).toEqual([])
  })

  it('keeps nothing in the state', async () => {
    const { store, found } = searching('sea')
    const before = store.getState()
    await found
    expect(store.getState()).toBe(before)
  })
})
