import { keyField, type EntityConfig } from '../../config/entityConfig'
import { recordKey, type EntityId } from '../../core/keys'
import { deleteEntityRecord } from '../../deleting/deleteEntityRecord'
import { saveEntityRecord } from '../../saving/saveEntityRecord'
import { replaceInFields } from '../locals/replaceIds'
import type { StoredEntry } from './entry'

/** An entry that was sent and not answered. */
export function unanswered({ what, basis, fields }: StoredEntry, mayBeDone: boolean): Partial<StoredEntry> {
  if (!mayBeDone) return { state: 'waiting' }
  if (what !== 'update') return { state: 'uncertain', mayBeDone }
  const before = basis ?? { values: {} }
  return {
    state: 'waiting',
    mayBeDone,
    basis: { ...before, unanswered: [...(before.unanswered ?? []), fields] },
  }
}

/** An entry with the server's id in the place of a local one. */
export function renamed(entry: StoredEntry, local: string, id: EntityId): StoredEntry {
  const { id: name, key, recordId, marker, ...rest } = entry
  const isIt = String(recordId) === local
  const now = isIt ? recordKey(id) : key
  return {
    ...replaceInFields(rest, { local, id }),
    id: name,
    ...(marker !== undefined && { marker }),
    ...(now !== undefined && { key: now }),
    ...(recordId !== undefined && { recordId: isIt ? id : recordId }),
  }
}

/** What sends an entry; who asks for it is known by the signal. */
export function thunkOf(entry: StoredEntry, config: EntityConfig, signal: AbortSignal) {
  const { what, kind, name, recordId, fields, parameters, createId } = entry
  const options = { signal, throwOnError: true }
  if (what === 'delete') return deleteEntityRecord(kind, name, recordId as EntityId, parameters, options)
  const field = keyField(config)
  const record = field === undefined || recordId === undefined ? fields : { ...fields, [field]: recordId }
  return saveEntityRecord<string, string>(kind, name, record, {
    ...options,
    ...(createId !== undefined && { createId }),
  })
}
