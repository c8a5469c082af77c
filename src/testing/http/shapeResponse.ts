import { isRecord } from '../../core/plain'
import { toList } from './params'

/**
 * An answer with the fields alone that were asked for.
 * @param whole - Those that are given whole or not at all.
 */
export function withFields(data: unknown, fields: unknown, whole: readonly string[] = []): unknown {
  if (fields === undefined || fields === '') return data
  const isGiven = (path: string) => !whole.some((field) => path.startsWith(`${field}.`))
  const wanted = toList(fields).map(String).filter(isGiven)
  if (Array.isArray(data)) return data.map((row) => pickOrNone(row, wanted))
  // Of a single record the links come whole, however few of them were asked for.
  const asked = wanted.map((path) => (path.startsWith('_links.') ? '_links' : path))
  return pickOrNone(data, asked)
}

// PHP writes an empty table as an empty list.
function pickOrNone(row: unknown, wanted: readonly string[]): unknown {
  const picked = pick(row, wanted)
  return isRecord(picked) && Object.keys(picked).length === 0 ? [] : picked
}

function pick(row: unknown, wanted: readonly string[]): unknown {
  if (!isRecord(row)) return row
  const kept = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    const inside = wanted.filter((path) => path === name || path.startsWith(`${name}.`))
    if (inside.length === 0) return []
    if (inside.includes(name)) return [[name, value]]
    const part = pick(
      value,
      inside.map((path) => path.slice(name.length + 1)),
    )
    return isRecord(part) && Object.keys(part).length === 0 ? [] : [[name, part]]
  })
  return Object.fromEntries(kept)
}

/** Records whose links to themselves say what the user may do with them. */
export function withHints(data: unknown, hint: (href: string) => string[]): unknown {
  if (Array.isArray(data)) return data.map((row) => withHints(row, hint))
  if (!isRecord(data)) return data
  if (!isRecord(data._links)) return isTable(data) ? hintTable(data, hint) : data
  if (!Array.isArray(data._links.self)) return data
  const self = (data._links.self as { href: string }[]).map((link) => ({
    ...link,
    targetHints: { allow: hint(link.href) },
  }))
  return { ...data, _links: { ...data._links, self } }
}

/** Records by name, as places for menus are answered. */
function isTable(data: Record<string, unknown>): boolean {
  return Object.values(data).every((row) => isRecord(row) && isRecord(row._links))
}

function hintTable(rows: Record<string, unknown>, hint: (href: string) => string[]): object {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, withHints(row, hint)]))
}

/** An answer with what its links lead to, where `_embed` asks for it. `follow` answers an address. */
export function withEmbedded(data: unknown, wanted: unknown, follow: (href: string) => unknown): unknown {
  if (wanted === undefined || wanted === 'false' || wanted === '0') return data
  const relations = ['', '1', 'true', true].includes(wanted as string) ? null : toList(wanted).map(String)
  const embed = (row: unknown): unknown => {
    if (!isRecord(row) || !isRecord(row._links)) return row
    const embedded = Object.entries(row._links).flatMap(([relation, links]) => {
      const leads = links as { href: string; embeddable?: boolean }[]
      if (relations && !relations.includes(relation)) return []
      if (!leads.some(({ embeddable }) => embeddable)) return []
      const found = leads.map((link) => (link.embeddable ? follow(link.href) : []))
      return found.every(isEmpty) ? [] : [[relation, found] as const]
    })
    return embedded.length === 0 ? row : { ...row, _embedded: Object.fromEntries(embedded) }
  }
  return Array.isArray(data) ? data.map(embed) : embed(data)
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
