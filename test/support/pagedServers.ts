import {
  createEntityStore,
  defineEntity,
  defineServer,
  fetchEntityRecords,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  type EntityConfig,
  type EntityQuery,
  type ServerSettings,
} from 'copydesk'
import { fakeServer, refusal, reply, type Rule } from './fakeServer'

/** A server of notes 1, 2, 3… that pages in its own way. */
export interface PagedServer {
  readonly settings?: ServerSettings
  readonly rule: Rule
}

/** How many rows a server has, and how it cuts them. */
export interface PagedServerOptions {
  readonly rows: number
  /** The most rows of a page. */
  readonly most?: number
  /** Rows a page, whatever it is asked for. */
  readonly fixed?: number
}

export const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, i) => from + i)
const notes = (ids: readonly number[]) => ids.map((id) => ({ id, text: `Note ${id}` }))
const queryOf = (path: string) => new URLSearchParams(path.split('?')[1])

/** As Django REST framework: page numbers, a count in an envelope, 404 behind the last page. */
export function django({ rows, most = Infinity, fixed }: PagedServerOptions): PagedServer {
  return {
    settings: defineServer({
      parameters: { perPage: 'page_size', offset: false, include: false, fields: false, context: false },
      readList: (body) => {
        const { results, count } = body as { results: unknown[]; count: number }
        return { rows: results, totalItems: count }
      },
      isBehindEnd: (status, body) =>
        status === 404 && (body as { detail?: string }).detail === 'Invalid page.',
    }),
    rule: ({ path }) => {
      const query = queryOf(path)
      const size = fixed ?? Math.min(Number(query.get('page_size') ?? 10), most)
      const start = (Number(query.get('page') ?? 1) - 1) * size
      if (start > 0 && start >= rows)
        return refusal(404, 'unknown_error', 'Invalid page.', { detail: 'Invalid page.' })
      return { count: rows, results: notes(upTo(rows).slice(start, start + size)) }
    },
  }
}

/**
 * As Strapi 5: page numbers below names in brackets, totals with the count of pages; or as json-server 1, which gives its last
 * page to who asks for one behind it.
 */
export function strapi({
  rows,
  most = 100,
  isLastAgain = false,
}: PagedServerOptions & { isLastAgain?: boolean }): PagedServer {
  return {
    settings: defineServer({
      parameters: {
        page: 'pagination[page]',
        perPage: 'pagination[pageSize]',
        offset: false,
        include: false,
        fields: false,
      },
      readList: (body) => {
        const { data, meta } = body as { data: unknown[]; meta: { total: number; pageCount: number } }
        return { rows: data, totalItems: meta.total, totalPages: meta.pageCount }
      },
    }),
    rule: ({ path }) => {
      const query = queryOf(path)
      const size = Math.min(Number(query.get('pagination[pageSize]') ?? 25), most)
      const [page, pageCount] = [Number(query.get('pagination[page]') ?? 1), Math.ceil(rows / size)]
      const start = ((isLastAgain ? Math.min(page, pageCount) : page) - 1) * size
      return { data: notes(upTo(rows).slice(start, start + size)), meta: { total: rows, pageCount } }
    },
  }
}

/** As Feathers, and as LoopBack where it does not count: rows are counted instead of pages. */
export function feathers({
  rows,
  most = Infinity,
  isCounted = true,
}: PagedServerOptions & { isCounted?: boolean }): PagedServer {
  return {
    settings: defineServer({
      parameters: { page: false, perPage: '$limit', offset: '$skip', include: false, fields: false },
      readList: (body) => {
        const { data, total } = body as { data: unknown[]; total?: number }
        return { rows: data, totalItems: total }
      },
    }),
    rule: ({ path }) => {
      const query = queryOf(path)
      const size = Math.min(Number(query.get('$limit') ?? 10), most)
      const start = Number(query.get('$skip') ?? 0)
      return { data: notes(upTo(rows).slice(start, start + size)), ...(isCounted && { total: rows }) }
    },
  }
}

/** As most small servers: WordPress's names, the total in a header. */
export function plain({
  rows,
  most = Infinity,
  fixed,
  isCounted = true,
}: PagedServerOptions & { isCounted?: boolean }): PagedServer {
  return {
    rule: ({ path }) => {
      const query = queryOf(path)
      const size = fixed ?? Math.min(Number(query.get('per_page') ?? 10), most)
      const start = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * size)
      const given = notes(upTo(rows).slice(start, start + size))
      return isCounted ? reply(given, { headers: { 'X-WP-Total': String(rows) } }) : given
    },
  }
}

/** A store whose notes are on that server, declared with nothing but what the server needs. */
export function notesOn({ settings, rule }: PagedServer, config: Partial<EntityConfig> = {}) {
  const fake = fakeServer(rule)
  const note = defineEntity({
    kind: 'app',
    name: 'note',
    baseURL: '/notes',
    ...(settings && { server: settings }),
    ...config,
  })
  const store = createEntityStore({ fetcher: fake.fetcher, devTools: false, entities: [note] })
  const idsOf = (rows: readonly object[] | null) => rows?.map((row) => (row as { id: number }).id) ?? null
  return {
    ...fake,
    store,
    read: async (query?: EntityQuery) =>
      idsOf(await store.dispatch(fetchEntityRecords('app', 'note', query))),
    shown: (query?: EntityQuery) => idsOf(selectEntityRecords(store.getState(), 'app', 'note', query)),
    totals: (query?: EntityQuery) => [
      selectEntityRecordsTotalItems(store.getState(), 'app', 'note', query),
      selectEntityRecordsTotalPages(store.getState(), 'app', 'note', query),
    ],
  }
}
