import { entityKey } from '../../core/keys'
import { isEmpty, isRecord, type RecordData } from '../../core/plain'
import { cellsFrom, valuesByPath } from '../../edits/cells'
import { logOfEarlier, type EarlierRow } from '../earlierRows'
import { cellFormat } from '../journal/rows'
import type { MergedOf } from '../mergedIn'
import {
  has,
  isAbsentOr,
  isCells,
  isCount,
  isEarlierBasis,
  isFlag,
  isId,
  isListOf,
  isLog,
  isMoment,
  isName,
  isOneOf,
  isText,
  type Check,
} from './checks'
import type { StoredEntry } from './entry'

const isOrigin: Check = (value) =>
  has(value, { version: isAbsentOr(isRecord), isTrashed: isAbsentOr(isFlag) })
const isError: Check = (value) => has(value, { name: isText, code: isText, message: isText })

/** Whether a value is the conflict of a save. */
export const isConflict: Check = (value) =>
  has(value, {
    kind: isName,
    name: isName,
    reason: isOneOf('changed', 'trashed', 'gone', 'overtaken'),
    fields: (fields) => isRecord(fields) && Object.values(fields).every(isRecord),
    merged: isListOf(isText),
  })

const isSaves: Check = (value) => isRecord(value) && Object.values(value).every(isListOf(isText))

/** An entry as it was stored before 0.3. */
interface EarlierEntry extends Omit<StoredEntry, 'fields' | 'begun' | 'replaced'>, Pick<EarlierRow, 'basis'> {
  readonly fields: RecordData
  readonly begun?: RecordData
  readonly replaced?: RecordData
  readonly mutations?: unknown
}

const isEarlierEntry = (value: unknown): value is EarlierEntry =>
  has(value, {
    fields: isRecord,
    basis: isAbsentOr(isEarlierBasis),
    begun: isAbsentOr(isRecord),
    replaced: isAbsentOr(isRecord),
  })

/**
 * The entry that a stored row holds; undefined for a row of another form.
 * @param mergedOf - Which properties of its entity are saved by entries.
 */
export function readEntry(value: unknown, mergedOf: MergedOf): StoredEntry | undefined {
  if (!isRecord(value)) return undefined
  // Once it was only known that something of an entry was written by hand.
  const { format, isByHand, ...row } = value
  const earlier = format !== cellFormat && isEarlierEntry(row) ? ofEarlier(row, mergedOf(row)) : undefined
  const entry = format === cellFormat ? row : earlier
  if (!isEntry(entry)) return undefined
  return isByHand === true ? { ...entry, byHand: Object.keys(entry.fields) } : entry
}

/** An earlier entry as they are now. Edits were kept without names then, so that it has none for them. */
function ofEarlier(
  { fields: values, basis, begun, replaced, mutations: _, ...rest }: EarlierEntry,
  isMerged: (property: string) => boolean,
): StoredEntry {
  const known = basis?.values ?? {}
  const isTrashed = rest.what === 'update' && known.status === 'trash' && values.status === undefined
  const log = logOfEarlier({ values, basis }, isMerged)
  return {
    ...rest,
    ...log,
    ...(isTrashed && { origin: { ...log.origin, isTrashed } }),
    ...(begun && { begun: valuesByPath(begun, isMerged) }),
    ...(replaced && { replaced: cellsFrom(replaced, undefined, isMerged) }),
    ...(rest.what === 'delete' && !isEmpty(known) && { known }),
  }
}

/** Whether a value is an entry that can be shown and sent: a stored row, or part of a message, may be of any form. */
export function isEntry(value: unknown): value is StoredEntry {
  return (
    has(value, {
      id: isName,
      seq: isCount,
      what: isOneOf('create', 'update', 'delete', 'upload'),
      kind: isName,
      name: isName,
      entity: isName,
      key: isAbsentOr(isText),
      recordId: isAbsentOr(isId),
      createId: isAbsentOr(isText),
      file: isAbsentOr(isText),
      title: isText,
      saves: isAbsentOr(isSaves),
      fields: isCells,
      log: isAbsentOr(isLog),
      origin: isAbsentOr(isOrigin),
      byHand: isAbsentOr(isListOf(isText)),
      begun: isAbsentOr(isRecord),
      known: isAbsentOr(isRecord),
      tag: isAbsentOr(isRecord),
      parameters: isAbsentOr(isRecord),
      replaced: isAbsentOr(isCells),
      at: isText,
      attempts: isCount,
      sentAt: isAbsentOr(isMoment),
      nextAt: isAbsentOr(isMoment),
      nextSaidAt: isAbsentOr(isMoment),
      state: isOneOf('waiting', 'sending', 'uncertain', 'held'),
      mayBeDone: isAbsentOr(isFlag),
      isAsked: isAbsentOr(isFlag),
      isWanted: isAbsentOr(isFlag),
      failures: isAbsentOr(isCount),
      error: isAbsentOr(isError),
      conflict: isAbsentOr(isConflict),
      marker: isAbsentOr(isText),
      idempotencyKey: isAbsentOr(isText),
      keyAt: isAbsentOr(isMoment),
      newestKnown: isAbsentOr(Number.isFinite),
      isUnmarked: isAbsentOr(isFlag),
      claimed: isAbsentOr(isId),
      version: isAbsentOr(isRecord),
      isNamed: isAbsentOr(isFlag),
      ownId: isAbsentOr(isId),
      isSaidToExist: isAbsentOr(isFlag),
    }) && isOfItsRecord(value as StoredEntry)
  )
}

/** Whether an entry names one record only, and something that can be done with it. */
function isOfItsRecord({ what, kind, name, entity, key, recordId }: StoredEntry): boolean {
  if (entity !== entityKey(kind, name)) return false
  if (key === undefined) return what !== 'update' && what !== 'delete' && recordId === undefined
  return String(recordId ?? '') === key
}
