// A site in memory that answers `apiFetch`: posts that can be read, listed, written and deleted.

const types = {
  post: {
    name: 'Posts',
    slug: 'post',
    rest_base: 'posts',
    rest_namespace: 'wp/v2',
    supports: { title: true, autosave: true },
  },
}

/** The fetch handler of a site with five posts; `refuseNext` makes the next write fail. */
export function createFakeSite() {
  const posts = new Map([1, 2, 3, 4, 5].map((id) => [id, makePost(id)]))
  let newest = 5
  let isRefusing = false
  let running = 0
  const log = []
  const bodies = []

  function answer(method, url, data) {
    const { pathname, searchParams } = url
    if (pathname === '/wp/v2/types') return [types]
    if (pathname === '/wp/v2/types/post') return [types.post]
    if (pathname === '/wp/v2/taxonomies') return [{}]
    if (pathname.endsWith('/autosaves')) return [[{ id: 71, author: 1 }]]
    if (pathname === '/wp/v2/users/me') return [{ id: 1, name: 'Ada' }]
    const [, id] = /^\/wp\/v2\/posts\/(\d+)$/.exec(pathname) ?? []
    if (id === undefined && pathname !== '/wp/v2/posts')
      return [{ code: 'rest_no_route', message: 'No route.', data: { status: 404 } }, 404]
    if (method === 'OPTIONS') return [{}, 200, { Allow: id ? 'GET, POST, PUT' : 'GET, POST' }]
    if (method !== 'GET' && isRefusing) {
      isRefusing = false
      return [{ code: 'broken', message: 'Broken.', data: { status: 400 } }, 400]
    }
    if (id === undefined && method === 'GET') return list(searchParams)
    if (id === undefined) {
      newest++
      posts.set(newest, changed(makePost(newest), data))
      return [posts.get(newest), 201]
    }
    const known = posts.get(Number(id))
    if (known === undefined)
      return [{ code: 'rest_post_invalid_id', message: 'Invalid.', data: { status: 404 } }, 404]
    if (method === 'DELETE' && !searchParams.has('force')) {
      posts.set(Number(id), { ...known, status: 'trash' })
      return [posts.get(Number(id))]
    }
    if (method === 'DELETE') {
      posts.delete(Number(id))
      return [{ deleted: true, previous: known }]
    }
    if (method !== 'GET') posts.set(Number(id), changed(known, data))
    return [posts.get(Number(id)), 200, { Allow: 'GET, POST, PUT' }]
  }

  function list(parameters) {
    const search = parameters.get('search') ?? ''
    const size = Number(parameters.get('per_page') ?? 10)
    const from = (Number(parameters.get('page') ?? 1) - 1) * size
    const all = [...posts.values()].filter(
      ({ title, status }) => status !== 'trash' && title.raw.includes(search),
    )
    return [
      all.slice(from, from + size),
      200,
      { 'X-WP-Total': String(all.length), 'X-WP-TotalPages': String(Math.ceil(all.length / size)) },
    ]
  }

  async function handler({ path = '', url = '', method = 'GET', headers = {}, data, body, parse = true }) {
    running++
    const sent = headers['X-HTTP-Method-Override'] ?? method
    const given = JSON.parse(data === undefined ? (body ?? 'null') : JSON.stringify(data))
    log.push(`${sent} ${path || url}`)
    if (given) bodies.push(given)
    await Promise.resolve()
    const [json, status = 200, allowed = {}] = answer(sent, new URL(path || url, 'http://localhost'), given)
    running--
    const response = new Response(JSON.stringify(json), {
      status,
      headers: { 'Content-Type': 'application/json', ...allowed },
    })
    if (status >= 400) throw parse ? json : response
    return parse ? JSON.parse(JSON.stringify(json)) : response
  }

  return {
    handler,
    log,
    /** What was sent with writes, in their order. */
    bodies,
    refuseNext: () => (isRefusing = true),
    isQuiet: () => running === 0,
  }
}

function makePost(id) {
  return {
    id,
    type: 'post',
    status: 'publish',
    slug: `post-${id}`,
    title: { raw: `Post ${id}`, rendered: `Post ${id}` },
    content: { raw: `Text ${id}`, rendered: `<p>Text ${id}</p>` },
    excerpt: { raw: '', rendered: '' },
    sticky: false,
    meta: { a: 1, b: 2 },
  }
}

function changed(post, fields = {}) {
  const next = { ...post }
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'id') continue
    const isText = ['title', 'content', 'excerpt'].includes(field)
    next[field] = isText
      ? { raw: value, rendered: value }
      : field === 'meta'
        ? { ...post.meta, ...value }
        : value
  }
  return next
}
