import type * as Yjs from 'yjs'
import { isRecord } from '../../core/plain'
import { hashOf } from './hash'
import type { MergeKind } from '../merge/mergeValues'

/**
 * Where it stands what the server is known to say, so that nobody takes it for news: names of fields and of their
 * entries, each with a hash. Of two who told of one name at the same time, both count.
 */
export const toldMap = 'told'

/** What the server says of a field, and of each of its entries, in short. */
export function toldOf(field: string, kind: MergeKind, value: unknown): Readonly<Record<string, string>> {
  const entries = kind === 'entries' && isRecord(value) ? Object.entries(value) : []
  const all = [
    [field, value] as const,
    ...entries.map(([entry, each]) => [nameOf(field, entry), each] as const),
  ]
  return Object.fromEntries(all.map(([name, each]) => [name, hashOf({ value: each })]))
}

/** The name of an entry of a field. */
export function nameOf(field: string, entry: string): string {
  return `${field}.${entry}`
}

/** Whether it is known that the server says this. */
export function isTold(doc: Yjs.Doc, name: string, hash: string | undefined): boolean {
  return doc.getMap(toldMap).has(`${name} ${hash}`)
}

/** Makes known what the server says, in place of what it was known to say. */
export function tell(doc: Yjs.Doc, hashes: Readonly<Record<string, string>>): void {
  const told = doc.getMap(toldMap)
  for (const key of [...told.keys()]) {
    const hash = hashes[key.slice(0, key.lastIndexOf(' '))]
    if (hash !== undefined && !key.endsWith(` ${hash}`)) told.delete(key)
  }
  for (const [name, hash] of Object.entries(hashes)) {
    if (!isTold(doc, name, hash)) told.set(`${name} ${hash}`, true)
  }
}
