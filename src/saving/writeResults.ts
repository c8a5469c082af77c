import type { EntityConfig } from '../config/entityConfig'
import { isEqual } from '../core/isEqual'
import { entityKey, stale, type RecordKey } from '../core/keys'
import { filterFields, isEmpty, type RecordData } from '../core/plain'
import type { StoreAction } from '../core/thunk'
import type { RecordEdited } from '../edits/actions'
import { recordsRemoved, recordWritten } from '../entities/actions'
import { readRecord, receipt, type KeyedRecords } from '../entities/parseRecords'
import { invalidated, listsInvalidated, recordInvalidated } from '../resolution/actions'
import type { SaveAnswer } from './readSaveAnswer'
import { selectTargetView, type Save, type SaveState } from './saveState'

/** When a write was answered: the answers of earlier reads are stale, and its own record is newer. */
export interface WriteSeqs {
  readonly invalidatedSeq: number
  readonly seq: number
  /** When a create was sent: what was read of the new record meanwhile is newer than its answer. */
  readonly createSeq?: number
}

/** What the answer to a save brings: the record, and where the server has given it another key, its later edits there. */
export function saveResults(
  state: SaveState,
  save: Save,
  { record, isWhole }: SaveAnswer,
  sent: RecordData,
  seqs: WriteSeqs,
): readonly StoreAction[] {
  const { config, kind, name, entity, key } = save
  const saved = readRecord(config, record)
  const savedKey = saved.keys[0] as RecordKey
  const fields = isWhole ? null : Object.keys(record)
  const actions = writeResults(config, saved, seqs, { fields, sent })
  if (key === undefined || key === savedKey) return actions
  const { values = {}, transient = {} } = selectTargetView(state, save)?.row ?? {}
  const left = filterFields(values, (field, value) => !isEqual(value, sent[field]))
  const moved: RecordEdited = {
    type: 'edits/recordEdited',
    kind,
    name,
    entity,
    key: savedKey,
    id: savedKey,
    values: left,
    transient,
    base: seqs.seq,
    changes: {},
    undo: 'ignore',
  }
  return [
    ...actions,
    recordsRemoved({ kind, name, entity, keys: [key], seq: seqs.invalidatedSeq }),
    ...(isEmpty(left) && isEmpty(transient) ? [] : [moved]),
  ]
}

/**
 * What an answered write brings: the record as it is now, newer than every read that was asked for before, whose answers
 * and lists are stale. With `fields` only those are known, and the rest has to be asked for.
 */
export function writeResults(
  config: EntityConfig,
  written: KeyedRecords,
  { invalidatedSeq, createSeq, ...newest }: WriteSeqs,
  { fields = null, sent }: { readonly fields?: readonly string[] | null; readonly sent?: RecordData } = {},
): readonly StoreAction[] {
  const entity = entityKey(config.kind, config.name)
  const key = written.keys[0] as RecordKey
  const seq = createSeq ?? newest.seq
  return [
    recordWritten(entity, key, createSeq ?? invalidatedSeq),
    receipt(config, written, { context: 'default', fields, seq, isRead: true, ...(sent && { sent }) }),
    // Of a new record nothing was known before it was sent.
    recordInvalidated(entity, key, fields ? seq : createSeq === undefined ? invalidatedSeq : createSeq - 1),
    listsInvalidated(entity, invalidatedSeq),
    ...invalidatedEntities(config, invalidatedSeq),
  ]
}

/** What else goes stale when a record of this entity is written. */
export function invalidatedEntities({ invalidates = [] }: EntityConfig, seq: number): readonly StoreAction[] {
  return invalidates.map(({ kind, name }) => invalidated([stale.entity(entityKey(kind, name))], seq))
}
