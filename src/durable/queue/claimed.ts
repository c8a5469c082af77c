import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import type { EntityId } from '../../core/keys'
import { filterFields, isEmpty, own, type RecordData } from '../../core/plain'
import { versionOfRecord } from '../../edits/basis'
import { cellsFrom, valuesOfCells } from '../../edits/cells'
import { isMerged, rawRecord } from '../../edits/fields'
import type { SaveConflict } from '../../saving/writes'
import { conflictOf, SaveConflictError } from '../conflicts/saveConflict'
import type { ReadRecord } from '../readAsAnswer'
import { isMedia } from '../../media/shownOfFile'
import type { Rest } from './delivering'
import type { StoredEntry } from './entry'
import { hasAllOf } from './hasAllSent'

/**
 * How a record stands that a create has begun: `begun`, as it was made, under the marker; `named`, with its slug and not
 * published yet; `done`, whatever has become of it since; `changed` by somebody else before it was done.
 */
export type Standing =
  | { readonly is: 'begun' | 'named' | 'done'; readonly found: ReadRecord }
  | { readonly is: 'changed'; readonly found: ReadRecord; readonly rest: Rest }

type Fields = SaveConflict['fields']

/**
 * Tells by a record as it is now what is left to do of its create.
 * @throws SaveConflictError where it is gone.
 */
export function standingOf(
  config: EntityConfig,
  entry: StoredEntry,
  id: EntityId,
  found: ReadRecord | undefined,
): Standing {
  const target = { kind: entry.kind, name: entry.name, id }
  const refusal = (reason: SaveConflict['reason'], fields: Fields) =>
    new SaveConflictError(conflictOf(target, config, found?.record, { reason, fields }))
  if (found === undefined) throw refusal('gone', {})
  const read = found
  const { record } = read
  const { marker, isUnmarked, isNamed, version } = entry
  const sent = valuesOfCells(entry.fields)
  const hidden = isMedia(config) ? 'inherit' : 'draft'
  // What was found by what it says, or by a person, was made by one request.
  if (isUnmarked) return settled()
  const isUntouched = version !== undefined && isEqual(version, versionOfRecord(record))
  const isToPublish = sent.status === 'publish' && !isMedia(config)
  if (record.status === 'trash') {
    const mine = own(sent, 'status') ?? hidden
    return changed('trashed', { status: { base: hidden, mine, theirs: 'trash' } })
  }
  if (record.slug !== marker) {
    if (!isToPublish || record.status !== hidden) return { is: 'done', found }
    const others = isNamed ? {} : differences()
    if (isNamed ? isUntouched : isEmpty(others)) return { is: 'named', found }
    // Published and taken back by somebody, or changed before: a person has to say which.
    return changed('changed', { ...others, status: { base: hidden, mine: 'publish', theirs: hidden } })
  }
  if (isUntouched) return { is: 'begun', found }
  const others = differences()
  const isStatusChanged = record.status !== hidden
  if (isStatusChanged)
    others.status = { base: hidden, mine: own(sent, 'status') ?? hidden, theirs: record.status }
  // Where nobody sees more of it than now, only its slug is missing: what others have written in it since stays.
  const isShown = !isMedia(config) && (own(sent, 'status') ?? hidden) !== hidden
  return isEmpty(others) || !(isStatusChanged || isShown)
    ? { is: 'begun', found }
    : changed('changed', others)

  /** What was sent and is not there. */
  function differences(): Record<string, Fields[string]> {
    const others = changedByOthers(config, record, sent)
    return Object.fromEntries(
      Object.entries(others).map(([field, theirs]) => {
        const mine = own(sent, field)
        return [field, { base: mine, mine, theirs }]
      }),
    )
  }

  function settled(): Standing {
    const others = differences()
    return isEmpty(others) || !entry.isSaidToExist ? { is: 'done', found: read } : changed('changed', others)
  }

  function changed(reason: 'changed' | 'trashed', inConflict: Fields): Standing {
    const { slug = '', status } = sent
    const given = isUnmarked ? {} : { slug, ...(status !== undefined && { status }) }
    const mine = Object.fromEntries(Object.entries(inConflict).map(([field, one]) => [field, one.mine]))
    const values = Object.fromEntries(Object.entries(inConflict).map(([field, one]) => [field, one.base]))
    const based = isUnmarked ? {} : { slug: record.slug, ...(status !== undefined && { status: hidden }) }
    return {
      is: 'changed',
      found: read,
      rest: {
        fields: cellsFrom({ ...given, ...mine }, { ...based, ...values }, (field) => isMerged(config, field)),
        error: refusal(reason, inConflict),
      },
    }
  }
}

/** What a record that was made with some values says otherwise by now, but for what its making gives it last. */
function changedByOthers(config: EntityConfig, record: RecordData, sent: RecordData): RecordData {
  const isOther = (field: string, value: unknown) =>
    field !== 'slug' &&
    field !== 'status' &&
    Object.hasOwn(sent, field) &&
    !hasAllOf(field, value, own(sent, field))
  return filterFields(rawRecord(config.rawAttributes, record), isOther)
}
