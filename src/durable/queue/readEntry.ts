import { entityKey } from '../../core/keys'
import { isRecord } from '../../core/plain'
import { withBasis } from '../earlierBasis'
import {
  has,
  isAbsentOr,
  isCount,
  isFlag,
  isId,
  isListOf,
  isMoment,
  isName,
  isOneOf,
  isText,
  type Check,
} from './checks'
import type { StoredEntry } from './entry'

const isBasis: Check = (value) =>
  has(value, {
    values: isRecord,
    version: isAbsentOr(isRecord),
    unanswered: isAbsentOr(isListOf(isRecord)),
  })

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

/** The entry that a stored row holds; undefined for a row of another form. */
export function readEntry(value: unknown): StoredEntry | undefined {
  return isEntry(value) ? withBasis(value) : undefined
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
      mutations: isAbsentOr(isListOf(isText)),
      fields: isRecord,
      page: isAbsentOr(isText),
      basis: isAbsentOr(isBasis),
      isByHand: isAbsentOr(isFlag),
      begun: isAbsentOr(isRecord),
      tag: isAbsentOr(isRecord),
      parameters: isAbsentOr(isRecord),
      replaced: isAbsentOr(isRecord),
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
