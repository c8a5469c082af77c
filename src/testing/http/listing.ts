import { type Args, integer, integers, text, toList } from './params'
import { WpError } from './wpError'
import type { SiteState } from '../site/siteState'
import type { Call } from './route'

/** The parameters that every list has, and `context`. */
export const listArgs: Args = {
  context: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' },
  page: { type: 'integer', minimum: 1, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
}

/**
 * What a list that is searched and ordered may be asked for. What stands before it keeps its place, in messages too.
 *
 * @param words - What `orderby` may be.
 */
export function searchArgs(by: string, words: readonly string[], order: 'asc' | 'desc' = 'asc'): Args {
  return {
    ...listArgs,
    search: text,
    exclude: integers,
    include: integers,
    offset: integer,
    order: { type: 'string', enum: ['asc', 'desc'], default: order },
    orderby: { type: 'string', enum: words, default: by },
  }
}

/** The parameter of single records. */
export const contextArg: Args = { context: listArgs.context ?? {} }

/**
 * One page of rows, with the totals in the headers; offset wins over page. A page after the last one is empty, or
 * refused with the code `beyond`.
 */
export function pageOf<Row>(call: Call, rows: readonly Row[], beyond?: string): Row[] {
  const { page = 1, per_page: size = 10, offset } = call.params as Record<string, number | undefined>
  const pages = Math.ceil(rows.length / size)
  const isBeyond = page > pages && rows.length > 0
  if (isBeyond && beyond !== undefined && offset === undefined) {
    const message = 'The page number requested is larger than the number of pages available.'
    throw new WpError(400, beyond, message)
  }
  call.headers['X-WP-Total'] = String(rows.length)
  call.headers['X-WP-TotalPages'] = String(pages)
  const start = offset ?? (page - 1) * size
  return rows.slice(start, start + size)
}

/** Which fields of a record an answer has. */
export type Context = 'view' | 'edit' | 'embed'

/** The context of an answer. */
export function contextOf(call: Call): Context {
  return (call.params.context ?? 'view') as Context
}

/** The fields of a record that its context shows; each name comes with the contexts that have it. */
export function inContext(
  context: Context,
  fields: { all?: object; notEmbed?: object; edit?: object },
): Record<string, unknown> {
  return {
    ...fields.all,
    ...(context !== 'embed' && fields.notEmbed),
    ...(context === 'edit' && fields.edit),
  }
}

/**
 * Rows in any order, and in another one with each request, where the site leaves open what a list's order does not
 * tell; as they are elsewhere.
 */
export function inAnyOrder<Row>(site: SiteState, rows: readonly Row[]): readonly Row[] {
  if (site.tieSeed === null) return rows
  const mixed = [...rows]
  for (let last = mixed.length - 1; last > 0; last--) {
    // A small generator of Lehmer's: the same numbers on each run.
    site.tieSeed = (site.tieSeed * 48_271) % 2_147_483_647
    const other = site.tieSeed % (last + 1)
    const [one, two] = [mixed[last], mixed[other]] as [Row, Row]
    mixed[last] = two
    mixed[other] = one
  }
  return mixed
}

/** One for all: `localeCompare` with options makes one for each two texts. */
const byLetters = new Intl.Collator('en', { sensitivity: 'base' })

/** Rows in the order of a key, ascending or descending, equal ones as they were. */
export function sorted<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  order: unknown,
): Row[] {
  const sign = order === 'asc' ? 1 : -1
  return [...rows].sort((first, second) => {
    const [one, other] = [keyOf(first), keyOf(second)]
    if (typeof one === 'string') return sign * byLetters.compare(one, String(other))
    return sign * (one - Number(other))
  })
}

/** What the parameters of a list ask of its rows. */
export interface Wishes {
  /**
   * The values of a parameter: one, a list, or a text of several; none where it was not sent, and of one that the list does
   * not know.
   */
  list: (name: string) => readonly unknown[]
  /**
   * Whether a value is among those that a parameter names, and not among those of its `_exclude`; one that names none takes
   * all.
   */
  among: (name: string, value: unknown) => boolean
  /** Whether `include` and `exclude` let a row pass. */
  takes: (id: number) => boolean
  /** The words of `search`, in small letters. */
  words: readonly string[]
  /** Whether a text has each word of `search`, as posts are found. */
  hasWords: (text: string) => boolean
  /** Whether a text has `search` as it is, as all others are found. */
  hasPhrase: (text: string) => boolean
}

const none: readonly unknown[] = []

/** What the parameters of a call ask of the rows of a list. */
export function wishesOf({ params, args }: Call): Wishes {
  const sent = Object.keys(args).filter((name) => params[name] !== undefined)
  const lists = new Map(sent.map((name) => [name, toList(params[name])]))
  const list = (name: string) => lists.get(name) ?? none
  const among = (name: string, value: unknown) =>
    (list(name).length === 0 || list(name).includes(value)) && !list(`${name}_exclude`).includes(value)
  const search = String(params.search ?? '').toLowerCase()
  const words = search.split(/\s+/)
  return {
    list,
    among,
    takes: (id) => among('include', id) && !list('exclude').includes(id),
    words,
    hasWords: (text) => words.every((word) => text.toLowerCase().includes(word)),
    hasPhrase: (text) => text.toLowerCase().includes(search),
  }
}

/**
 * Rows in the order of `orderby`, by the keys of its words and by `otherwise` for all others. The words of `asGiven` do
 * not know `order`.
 */
export function inOrder<Row extends { id: number; slug?: string }>(
  call: Call,
  rows: readonly Row[],
  keys: Readonly<Record<string, (row: Row) => string | number>>,
  otherwise: (row: Row) => string | number,
  asGiven: readonly string[],
): Row[] {
  const { list } = wishesOf(call)
  const all: Record<string, (row: Row) => string | number> = {
    id: ({ id }) => id,
    slug: ({ slug = '' }) => slug,
    include: ({ id }) => list('include').indexOf(id),
    include_slugs: ({ slug = '' }) => list('slug').indexOf(slug),
    ...keys,
  }
  const { orderby, order } = call.params
  const word = String(orderby)
  return sorted(rows, all[word] ?? otherwise, asGiven.includes(word) ? 'asc' : order)
}
