import { isLocalId, localIds } from '../../core/localId'
import { isPlain } from '../../core/plain'
import type { EntityId } from '../../core/keys'
import { replaceAddresses } from './draftAddresses'

/** What takes the place of what: a local id, or the address of a file that was shown before it was uploaded. */
export interface Replacement {
  readonly local: string
  readonly id: EntityId
  /** Where its file is, which takes the place of the addresses at which pages have shown it. */
  readonly url?: string
}

/**
 * A value with the server's id wherever a local one stands: as a number, as a text, and within texts where no digit
 * follows it. The same object where it stands nowhere.
 */
export function replaceId(value: unknown, replacement: Replacement): unknown {
  return replaceLeaves(value, leafReplacer(replacement))
}

/** The same for the fields of an object. */
export function replaceInFields<Fields extends object>(fields: Fields, replacement: Replacement): Fields {
  return replaceInside(fields, leafReplacer(replacement))
}

/** A value with other texts wherever one stands in it. The same object where all are the same. */
export function replaceStrings(value: unknown, replace: (text: string) => string): unknown {
  return replaceLeaves(value, (leaf) => (typeof leaf === 'string' ? replace(leaf) : leaf))
}

function leafReplacer(replacement: Replacement): (leaf: unknown) => unknown {
  const { local, id } = replacement
  return (leaf) => {
    if (typeof leaf === 'number') return String(leaf) === local ? id : leaf
    return typeof leaf === 'string' ? replaceInText(leaf, replacement) : leaf
  }
}

function replaceLeaves(value: unknown, replace: (leaf: unknown) => unknown): unknown {
  if (!isPlain(value)) return replace(value)
  if (!Array.isArray(value)) return replaceInside(value, replace)
  const items: readonly unknown[] = value
  const replaced = items.map((item) => replaceLeaves(item, replace))
  return replaced.some((item, at) => item !== items[at]) ? replaced : value
}

function replaceInside<Fields extends object>(fields: Fields, replace: (leaf: unknown) => unknown): Fields {
  let replaced: Fields | undefined
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    const before = fields[name]
    const value = replaceLeaves(before, replace) as typeof before
    if (value !== before) (replaced ??= { ...fields })[name] = value
  }
  return replaced ?? fields
}

function replaceInText(text: string, { local, id, url }: Replacement): string {
  const replaced = url === undefined ? text : replaceAddresses(text, local, url)
  // Most texts are long, and don't have it.
  return replaced.includes(local)
    ? replaced.replace(localIds, (one) => (one === local ? String(id) : one))
    : replaced
}

/** Each local id that stands in a value, as text. */
export function findLocalIds(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'number') {
    if (isLocalId(value)) found.add(String(value))
  } else if (typeof value === 'string') {
    for (const id of value.match(localIds) ?? []) found.add(id)
  } else if (isPlain(value)) {
    for (const inner of Object.values(value)) findLocalIds(inner, found)
  }
  return found
}

/** Whether a value refers to a record by its local id. */
export function refersTo(value: unknown, local: string): boolean {
  if (typeof value === 'number') return String(value) === local
  if (typeof value === 'string')
    return value.includes(local) && [...value.matchAll(localIds)].some(([one]) => one === local)
  return isPlain(value) && Object.values(value).some((inner) => refersTo(inner, local))
}

/** A value without the references to a record: out of lists, and 0, which is no record, in texts; undefined for the id itself. */
export function withoutId(value: unknown, local: string): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return items.filter((item) => String(item) !== local).map((item) => withoutId(item, local))
  }
  if (typeof value === 'number' || typeof value === 'string') {
    return String(value) === local ? undefined : replaceId(value, { local, id: 0 })
  }
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutId(inner, local)]))
}
