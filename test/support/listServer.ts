import { type Fetcher, type FetchRequest, RestError } from 'copydesk'

/** A post as the model has it. */
export interface ModelPost {
  readonly id: number
  status: string
  title: string
  date: string
  modified: string
  slug: string
  author: number
  menu_order: number
  categories: number[]
}

/** Says which of two texts comes first, as a database does. */
export type Collation = (one: string, other: string) => number

const ascii = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
const collator = (locale: string): Collation => {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  return (one, other) => compare(one, other)
}

/** Collations that sites use: SQLite's, and two of MySQL's. */
export const collations: { readonly [name: string]: Collation } = {
  nocase: (one, other) => (ascii(one) < ascii(other) ? -1 : Number(ascii(one) > ascii(other))),
  unicode: collator('en'),
  german: collator('de-u-co-phonebk'),
}

/** Which list is asked for: its filters and order. */
export type ModelQuery = Readonly<Record<string, unknown>>

/** The third category is below the second. */
const parentOf = (category: number) => (category === 3 ? 2 : 0)

/** A query with the terms of taxonomies as lists, and beside them whether it asks for what is below them. */
function flat(query: ModelQuery): ModelQuery {
  const entries = Object.entries(query).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value] as const]
    const { terms, include_children: isBelow } = value as { terms: unknown; include_children?: boolean }
    return [[name, terms] as const, [`${name} below`, isBelow] as const]
  })
  return Object.fromEntries(entries)
}

/**
 * A server of posts as WordPress keeps them, in memory: the date of a draft is that of its last save, orders have no
 * tie-breaker, and rows that are tied come in another order with each answer.
 */
export function listServer(collation: Collation, seed: number) {
  const posts = new Map<number, ModelPost>()
  const log: string[] = []
  let clock = Date.UTC(2026, 0, 1)
  let lastId = 0
  let random = (seed % 2_147_483_646) + 1
  const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below
  const now = () => new Date((clock += 60_000)).toISOString().slice(0, 19)

  function save(fields: Partial<ModelPost>, id?: number): ModelPost {
    const before = id === undefined ? undefined : posts.get(id)
    const at = now()
    const post: ModelPost = {
      id: before?.id ?? ++lastId,
      status: 'draft',
      title: '',
      date: at,
      slug: `post-${before?.id ?? lastId}`,
      author: 1,
      menu_order: 0,
      categories: [1],
      ...before,
      ...fields,
      modified: at,
    }
    if (post.status === 'draft' && !fields.date) post.date = at
    posts.set(post.id, post)
    return post
  }

  function fits(post: ModelPost, asked: ModelQuery): boolean {
    const query = flat(asked)
    const items = (name: string) => {
      const value = query[name]
      return value === undefined ? undefined : String(value).split(',')
    }
    const status = items('status') ?? ['publish']
    const isAny = status.includes('any') && post.status !== 'trash'
    const categories = items('categories')
    const hasTerm = (name: string) => (term: string) =>
      post.categories.some(
        (one) => one === Number(term) || (query[`${name} below`] && parentOf(one) === Number(term)),
      )
    const isExcluded = items('categories_exclude')?.some(hasTerm('categories_exclude')) ?? false
    const words = query.search === undefined ? '' : String(query.search).toLowerCase()
    return (
      (status.includes(post.status) || isAny) &&
      (items('author') ?? [String(post.author)]).includes(String(post.author)) &&
      (items('include') ?? [String(post.id)]).includes(String(post.id)) &&
      (!categories || categories.some(hasTerm('categories'))) &&
      !isExcluded &&
      post.title.toLowerCase().includes(words) &&
      (query.after === undefined || post.date > String(query.after)) &&
      // What a plugin might do.
      (query.odd === undefined || post.title.length % 2 === 1)
    )
  }

  /** Negative where one post stands before the other in a list, 0 for a tie. */
  function compare(one: ModelPost, other: ModelPost, query: ModelQuery): number {
    const orderby = String((query.orderby as string | undefined) ?? 'date')
    const isAscending = query.order === 'asc'
    if (orderby === 'include') {
      const given = String(query.include).split(',')
      return given.indexOf(String(one.id)) - given.indexOf(String(other.id))
    }
    const [left, right] = [one[orderby as 'title'], other[orderby as 'title']] as unknown[]
    const sign = isAscending ? 1 : -1
    if (typeof left === 'string') {
      if (orderby === 'title') return sign * collation(left, String(right))
      return sign * (left < String(right) ? -1 : Number(left > String(right)))
    }
    return sign * (Number(left) - Number(right))
  }

  /** The posts of a list in order, those that are tied in any. */
  function list(query: ModelQuery): ModelPost[] {
    const rows = [...posts.values()].filter((post) => fits(post, query))
    for (let last = rows.length - 1; last > 0; last--) {
      const other = next(last + 1)
      const moved = rows[last] as ModelPost
      rows[last] = rows[other] as ModelPost
      rows[other] = moved
    }
    return rows.sort((one, other) => compare(one, other, query))
  }

  const shown = (post: ModelPost) => ({
    ...post,
    categories: [...post.categories],
    title: { raw: post.title, rendered: post.title },
    content: { raw: '', rendered: '' },
  })

  function answer({ method = 'GET', path = '', data }: FetchRequest): { data: unknown; total?: number } {
    const url = new URL(path, 'https://model.test')
    const query: Record<string, string> = {}
    for (const [name, value] of url.searchParams) {
      const [first = ''] = name.split('[')
      const parameter = name.endsWith('[include_children]') ? `${first} below` : first
      query[parameter] = query[parameter] === undefined ? value : `${query[parameter]},${value}`
    }
    if (url.pathname === '/wp/v2/types') {
      return { data: { post: { name: 'Posts', slug: 'post', rest_base: 'posts', rest_namespace: 'wp/v2' } } }
    }
    if (url.pathname === '/wp/v2/taxonomies') {
      const category = { name: 'Categories', slug: 'category', rest_base: 'categories' }
      return { data: { category: { ...category, rest_namespace: 'wp/v2', types: ['post'] } } }
    }
    if (url.pathname === '/wp/v2/categories')
      return { data: [1, 2, 3].map((term) => ({ id: term, parent: parentOf(term) })), total: 3 }
    const id = Number(/\/posts\/(\d+)$/.exec(url.pathname)?.[1])
    if (id && !posts.has(id))
      throw new RestError({ code: 'rest_post_invalid_id', message: 'None.', status: 404 })
    if (method === 'GET' && id) return { data: shown(posts.get(id) as ModelPost) }
    if (method === 'GET') {
      const rows = list(query)
      const size = Number(query.per_page ?? 10)
      const start = query.offset === undefined ? (Number(query.page ?? 1) - 1) * size : Number(query.offset)
      return { data: rows.slice(start, start + size).map(shown), total: rows.length }
    }
    if (method === 'DELETE' && query.force === undefined)
      return { data: shown(save({ status: 'trash' }, id)) }
    if (method === 'DELETE') {
      const previous = posts.get(id)
      posts.delete(id)
      return { data: { deleted: true, previous } }
    }
    return { data: shown(save(data as Partial<ModelPost>, id || undefined)) }
  }

  const fetcher: Fetcher = async (request) => {
    log.push(`${request.method ?? 'GET'} ${decodeURIComponent(request.path ?? '')}`)
    await Promise.resolve()
    const { data, total } = answer(request)
    await Promise.resolve()
    const headers = new Headers(total === undefined ? {} : { 'X-WP-Total': String(total) })
    return { status: 200, headers, data: JSON.parse(JSON.stringify(data)) as unknown }
  }

  return { fetcher, log, posts, save, list, compare, now }
}
