import type { EntityConfig } from '../../config/entityConfig'
import { filterFields, isRecord } from '../../core/plain'

/**
 * What decides who sees a record, and whose it is. Who saves it may have rights that a colleague lacks: from a colleague
 * none of it becomes an edit of theirs.
 */
const privilegedFields = new Set([
  'status',
  'author',
  'date',
  'date_gmt',
  'password',
  'sticky',
  'template',
  'slug',
])

/** Whether a field of a record is a matter of rights, so that it stays out of documents. */
export function isPrivileged({ kind }: EntityConfig, field: string): boolean {
  return (kind === 'postType' || kind === 'root') && privilegedFields.has(field)
}

/** The entry of a post's meta in which WordPress keeps the post's document: in the document, it would hold itself. */
export const storedDocument = '_crdt_document'

const withoutIt = new WeakMap<object, unknown>()

/** The value of a field without the document that may be kept in it; the same for the same value. */
export function withoutStoredDocument(config: EntityConfig, field: string, value: unknown): unknown {
  if (!config.mergedEdits?.[field] || !isRecord(value) || !Object.hasOwn(value, storedDocument)) return value
  const known = withoutIt.get(value) ?? filterFields(value, (entry) => entry !== storedDocument)
  withoutIt.set(value, known)
  return known
}
