import { valuesOfCells } from '../../edits/cells'
import { findLocalIds } from '../locals/replaceIds'
import type { StoredEntry } from './entry'

const found = new WeakMap<StoredEntry['fields'], ReadonlySet<string>>()

/** The drafts that an entry refers to, by their local ids: looked for once, as its fields may hold long texts. */
export function referencesOf({ fields }: Pick<StoredEntry, 'fields'>): ReadonlySet<string> {
  const known = found.get(fields)
  if (known) return known
  const locals = findLocalIds(valuesOfCells(fields))
  found.set(fields, locals)
  return locals
}
