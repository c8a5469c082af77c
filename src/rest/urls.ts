import { EntityStoreError, show } from '../core/errors'

/**
 * Gives the path of a collection, or of one record in it, with a query.
 *
 * - `id`: keeps its slashes (`theme//slug`); every other unsafe character is encoded
 * - `query`: in insertion order; arrays and objects with indexed brackets (`a%5B0%5D=1`), null as an empty
 *   value; undefined and empty arrays vanish
 * - a query in `baseURL` comes first, without what `query` has under the same name
 *
 * @throws EntityStoreError `invalid_id` for an empty id, which would address the whole collection, and for an id with
 *   a `.` or `..` segment, which would address another one.
 */
export function buildPath(baseURL: string, id?: string | number, query?: object): string {
  return pathIn(collectionOf(baseURL, query), id)
}

/** A collection with a query, from which the paths of its records are made. */
export interface Collection {
  readonly base: string
  readonly query: string
}

/** The part of {@link buildPath} that is the same for all ids. */
export function collectionOf(baseURL: string, query: object = {}): Collection {
  const [base, baseQuery] = splitQuery(baseURL)
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const pairs = given.flatMap(([name, value]) => encodeValue(name, value))
  const names = given.map(([name]) => name)
  const kept = baseQuery.split('&').filter((pair) => pair && !names.includes(topName(pair)))
  return { base, query: [...kept, ...pairs].join('&') }
}

/** The part of {@link buildPath} that differs by id. */
export function pathIn({ base, query }: Collection, id: string | number | undefined): string {
  return joinQuery(id === undefined ? base : `${base.replace(/\/+$/, '')}/${encodeId(id)}`, query)
}

/**
 * Gives the whole address of a path below a REST root: a pretty one (`https://example.org/wp-json/`) or a
 * plain one (`https://example.org/?rest_route=/`), each with or without its last slash.
 */
export function resolveUrl(root: string, path: string): string {
  const [base, rootQuery] = splitQuery(root)
  const [route, query] = splitQuery(path.replace(/^\/+/, ''))
  const plain = /((?:^|&)rest_route=[^&]*?)(?:\/|%2F)*(?=&|$)/i
  const [start, finalQuery] = plain.test(rootQuery)
    ? [base, rootQuery.replace(plain, (match, before: string) => `${before}/${route}`)]
    : [`${base.replace(/\/+$/, '')}/${route}`, rootQuery]
  return joinQuery(start, finalQuery && query ? `${finalQuery}&${query}` : finalQuery || query)
}

/**
 * Gives the parsed address; a relative one is taken from the page's own, where there is a page.
 *
 * @throws EntityStoreError `invalid_option` where it is not a web address, or holds a password (which `fetch` would refuse).
 */
export function parseUrl(url: string): URL {
  const page = typeof location === 'undefined' ? '' : location.href
  let parsed: URL | null = null
  try {
    parsed = new URL(url, page.startsWith('http') ? page : 'http://relative.invalid')
  } catch {
    // Thrown below, in our words: the platform's error repeats the address with its password.
  }
  if (!parsed?.protocol.startsWith('http') || parsed.username || parsed.password) {
    const shown = url.replace(/\/\/.*@/s, '//')
    throw new EntityStoreError(
      'invalid_option',
      `"${shown}" is no http or https address without a password. Credentials belong in authorization.`,
    )
  }
  return parsed
}

function topName(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys()
  return name.replace(/\[.*/s, '')
}

function encodeId(id: string | number): string {
  const segments = String(id).split('/')
  if (id === '' || segments.some((segment) => segment === '.' || segment === '..')) {
    throw new EntityStoreError(
      'invalid_id',
      `${show(id)} is not the id of a record: it would address something else.`,
    )
  }
  return segments.map(encode).join('/')
}

/** Half of a pair of surrogates is no character: it is sent as the platform would send it. */
function encode(text: string): string {
  if (/^\w*$/.test(text)) return text
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}

function encodeValue(name: string, value: unknown): string[] {
  if (value === undefined) return []
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => encodeValue(`${name}[${key}]`, inner))
  }
  return [`${encode(name)}=${value === null ? '' : encode(String(value))}`]
}

function splitQuery(address: string): [string, string] {
  const mark = address.indexOf('?')
  return mark < 0 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)]
}

function joinQuery(address: string, query: string): string {
  return query ? `${address}?${query}` : address
}
