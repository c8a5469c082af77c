import { keyField, type EntityConfig } from '../config/entityConfig'
import { addresses, type Address } from '../core/address'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../core/keys'
import { own, type RecordData } from '../core/plain'
import { selectIsLocal } from '../entities/aliases'
import type { RecordSaved, SettledEdits, WriteTarget } from '../entities/actions'
import { readRecord, receivedRecords, type KeyedRecords } from '../entities/parseRecords'
import { selectKnownRecord, selectRow } from '../entities/selectors'
import { countsOfAny, countsSaved, termsCounted } from '../entities/termCounts'
import type { SaveAnswer } from './readSaveAnswer'
import type { Save } from './saveState'
import type { StateWithSaving } from './reducer'

/** When a write was answered: the answers of reads before `invalidatedSeq` are stale, and its own record is newer. */
export interface WriteSeqs {
  readonly invalidatedSeq: number
  readonly seq: number
}

/**
 * What the answer to a save brings: the record, and where the server has given it another key, that it is gone under the
 * one it had.
 */
export function savedAction(
  state: StateWithSaving,
  save: Save,
  { record, isWhole }: SaveAnswer,
  sent: RecordData,
  seqs: WriteSeqs & { readonly sentSeq: number },
): RecordSaved {
  const { config, fields: given, ...target } = save
  const { kind, name, entity, key } = target
  const saved = readRecord(config, record)
  const savedKey = saved.keys[0] as RecordKey
  const fields = isWhole ? null : Object.keys(record)
  const before = key === undefined ? undefined : selectKnownRecord(state, entity, key)
  const counts = [
    ...countsSaved(state, config, given),
    ...termsCounted(state, config, before, { ...before, ...record }),
  ]
  const action = recordSaved(config, target, saved, seqs, { fields, sent, counts })
  if (key === undefined) {
    // Who has read the new record already has done so after it was made: that is newer than the answer that made it.
    const isKnown = selectRow(state, entity, savedKey, 'default') !== undefined
    return isKnown ? withRequestSeq(seqs.sentSeq, action) : action
  }
  if (key === savedKey) return action
  const removed = { kind, name, entity, keys: [key], seq: seqs.invalidatedSeq }
  const field = keyField(config)
  if (field === undefined || !selectIsLocal(state, key)) return { ...action, removed }
  const id = own(record, field) as EntityId
  return { ...action, removed, renamed: { entity, local: key, key: savedKey, id, field } }
}

/** A new record that was read before its create was answered: the answer is as old as the request. */
function withRequestSeq(seq: number, action: RecordSaved): RecordSaved {
  const own = addresses.record(action.target.entity, action.key)
  const { scopes, seq: invalidatedSeq } = action.invalidates
  return {
    ...action,
    received: { ...action.received, seq },
    writtenSeq: seq,
    invalidates: { scopes: scopes.filter((scope) => scope !== own), seq: invalidatedSeq },
  }
}

interface SavedRecord {
  /** The fields that the answer has; null, the default, for a whole record. */
  readonly fields?: readonly string[] | null
  readonly sent?: RecordData
  readonly settled?: SettledEdits | undefined
  /** The lists of terms that count it otherwise; by default those of a deleted record. */
  readonly counts?: readonly Address[]
}

/**
 * The event of an answered write: the record as it is now, newer than every read that was asked for before, whose
 * answers and lists are stale. With `fields` only those are known, and the rest has to be asked for.
 */
export function recordSaved(
  config: EntityConfig,
  target: WriteTarget,
  written: KeyedRecords,
  { invalidatedSeq, seq }: WriteSeqs,
  {
    fields = null,
    sent,
    settled,
    counts = target.isDelete ? countsOfAny(target.entity) : [],
  }: SavedRecord = {},
): RecordSaved {
  const { entity } = target
  const key = written.keys[0] as RecordKey
  const scopes = staleAfterWrite(config, entity, key, counts)
  return {
    type: target.isDelete ? 'entities/recordDeleted' : 'entities/recordSaved',
    target,
    key,
    received: receivedRecords(config, written, {
      context: 'default',
      fields,
      seq,
      isRead: true,
      at: Date.now(),
      ...(sent && { sent }),
    }),
    writtenSeq: invalidatedSeq,
    invalidates: { scopes, seq: fields ? seq : invalidatedSeq },
    ...(settled && { settled }),
  }
}

/**
 * What goes stale once a record was written.
 * @param counts What the write changes of the counts of terms.
 */
export function staleAfterWrite(
  config: EntityConfig,
  entity: EntityKey,
  key: RecordKey,
  counts: readonly Address[],
): readonly Address[] {
  return [addresses.record(entity, key), addresses.lists(entity), ...counts, ...invalidatedScopes(config)]
}

/** What else goes stale when a record of this entity is written or gone. */
export function invalidatedScopes({ invalidates = [] }: EntityConfig): readonly Address[] {
  return invalidates.map(({ kind, name }) => addresses.entity(entityKey(kind, name)))
}
