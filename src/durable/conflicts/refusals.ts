import { isEmpty, own, type RecordData } from '../../core/plain'
import type { CheckedSave } from './checked'
import type { ComparedField } from './replay'
import type { Theirs } from './readTheirs'
import type { SaveConflict } from '../../saving/writes'
import { conflictOf, SaveConflictError } from './saveConflict'

/** A save of a record that somebody has deleted meanwhile. */
export function refuseGone(
  { intent, config }: CheckedSave,
  known: RecordData | undefined,
  compared: readonly ComparedField[],
): SaveConflictError {
  const all = compared.map(({ name, base, mine }) => [name, { base, mine, theirs: undefined }])
  return new SaveConflictError(
    conflictOf(intent, config, known, { reason: 'gone', fields: Object.fromEntries(all) as never }),
  )
}

/** Holds a save of a record that somebody put in the trash meanwhile, until it is chosen what shall become of it. */
export function refuseTrashed(
  { intent, config }: CheckedSave,
  { record: theirs, version }: Theirs,
  known: RecordData | undefined,
): void {
  const { status } = intent.fields
  const before = status?.base ?? own(known, 'status')
  // Of what waited since it was chosen, the record may not be known here as it was then.
  const isChosen = before === 'trash' || intent.origin?.isTrashed
  if (theirs.status !== 'trash' || isChosen || before === undefined) return
  const mine = status?.value ?? before
  throw new SaveConflictError(
    conflictOf(intent, config, known, {
      reason: 'trashed',
      fields: { status: { base: before, mine, theirs: 'trash' } },
      ...(version.modified !== undefined && { modified: version.modified }),
    }),
  )
}

export function refuseConflicts(
  { intent, config }: CheckedSave,
  { version }: Theirs,
  known: RecordData | undefined,
  fields: SaveConflict['fields'],
  compared: readonly ComparedField[],
): void {
  if (isEmpty(fields)) return
  throw new SaveConflictError(
    conflictOf(intent, config, known, {
      reason: 'changed',
      fields,
      merged: compared.filter(({ outcome }) => outcome === 'merged').map(({ name }) => name),
      ...(version.modified !== undefined && { modified: version.modified }),
    }),
  )
}

/** A record that changes faster than it can be saved: what is left to send has to be chosen. */
export function stillOutdated(
  { intent, config }: CheckedSave,
  found: Theirs | 'gone',
  compared: readonly ComparedField[],
): SaveConflictError {
  const left = compared.filter(({ outcome }) => outcome === 'mine' || outcome === 'merged')
  const fields = left.map(({ name, base, value, theirs }) => [name, { base, mine: value, theirs }])
  const { version, record } = found as Theirs
  return new SaveConflictError(
    conflictOf(intent, config, record, {
      reason: 'changed',
      fields: Object.fromEntries(fields) as never,
      ...(version.modified !== undefined && { modified: version.modified }),
    }),
  )
}
