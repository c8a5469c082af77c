// A site that answers at once and costs nothing: what is measured is the library alone. Its answers are ready before
// the clock starts.

/** What stands in the lists and what single reads find. */
export function createServer() {
  const lists = new Map()
  const server = {
    requests: 0,
    /** How many posts the list by pages has, and on how many of them. */
    total: 1_000_000,
    pages: 10_000,
    /** Finds a post for a single read. */
    findPost: () => undefined,
    /** Puts a list in place: `{ page }`, or `{ tags }` for one of the lists by tag. */
    putList: (query, posts) => lists.set(listName(query), posts),
    list: (query) => {
      server.requests++
      return Promise.resolve(lists.get(listName(query)))
    },
    one: (id) => {
      server.requests++
      return Promise.resolve(server.findPost(id))
    },
    remove: (id) => {
      server.requests++
      return Promise.resolve({ deleted: true, previous: { id } })
    },
    save: (id, edits) => {
      server.requests++
      return Promise.resolve(saved(server.findPost(id), edits))
    },
    saveAll: (changes) => {
      server.requests++
      return Promise.resolve(changes.map(({ id, edits }) => saved(server.findPost(id), edits)))
    },
    handle: (request) => handle(server, request),
  }
  return server
}

const listName = ({ page, tags }) => (tags === undefined ? `page ${page}` : `tags ${tags}`)

const saved = (post, { title }) => ({ ...post, title: { raw: title, rendered: title } })

const headersOf = (fields) => ({ get: (name) => fields[name.toLowerCase()] ?? null })
const allow = 'GET, POST, PUT, PATCH, DELETE'

const types = {
  post: {
    name: 'Posts',
    slug: 'post',
    rest_base: 'posts',
    rest_namespace: 'wp/v2',
    supports: { title: true, editor: true },
    labels: { singular_name: 'Post' },
    capabilities: {},
    viewable: true,
    hierarchical: false,
    taxonomies: [],
  },
}

/** The same site by path, for the libraries that speak the WordPress REST interface. */
async function handle(server, { path, method: sent = 'GET', headers, data }) {
  // api-fetch sends what is neither GET nor POST as a POST that names its method.
  const method = headers?.['X-HTTP-Method-Override'] ?? sent
  if (path.includes('/types')) return answer(types)
  const single = /\/posts\/(\d+)/.exec(path)
  if (path.startsWith('/batch/v1')) {
    if (method === 'OPTIONS') {
      server.requests++
      return answer({ endpoints: [{ args: { requests: { maxItems: 25 } } }] })
    }
    const changes = data.requests.map((request) => ({
      id: Number(/\/posts\/(\d+)/.exec(request.path)?.[1]),
      edits: request.body,
    }))
    const posts = await server.saveAll(changes)
    return answer({ responses: posts.map((body) => ({ status: 200, headers: {}, body })) }, {}, 207)
  }
  if (method === 'OPTIONS') return answer({}, { allow })
  if (method === 'DELETE' || /_method=DELETE/.test(path))
    return answer(await server.remove(Number(single[1])))
  if (single && method !== 'GET') return answer(await server.save(Number(single[1]), data), { allow })
  if (single) return answer(await server.one(Number(single[1])), { allow })
  const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)
  const tags = /[?&]tags=(\d+)/.exec(path)?.[1]
  const posts = await server.list(tags === undefined ? { page } : { tags: Number(tags) })
  const [total, pages] =
    tags === undefined ? [server.total, server.pages] : [posts.length, Math.ceil(posts.length / 100)]
  return answer(posts, { allow, 'x-wp-total': String(total), 'x-wp-totalpages': String(pages) })
}

function answer(data, headers = {}, status = 200) {
  return { status, headers: headersOf(headers), data }
}
