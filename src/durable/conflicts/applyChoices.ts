import { isEqual } from '../../core/isEqual'
import { own, setField, type RecordData } from '../../core/plain'
import { batched, type Services, type StoreAction, type Thunk } from '../../core/thunk'
import { entityKey } from '../../core/keys'
import { editsSent } from '../../edits/actions'
import { blockField } from '../../edits/blockCodec'
import { valuesAtPaths } from '../../edits/cells'
import { editEntityRecord, requireView } from '../../edits/editEntityRecord'
import { rawRecord, valueAt } from '../../edits/fields'
import { cellsOf } from '../../edits/log'
import { editedOf, selectEditedView, type EditedView } from '../../edits/selectors'
import { valuesOf } from '../../edits/storedEdits'
import { recordsReceived, type WriteTarget } from '../../entities/actions'
import { receivedRecords } from '../../entities/parseRecords'
import type { SaveConflict } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'
import { mergeSets } from '../merging/mergeValues'
import { fieldKind } from './fieldKinds'
import { pathOf, placeOf, valueIn, withValue, type Place } from './places'
import { rebasedEdits } from '../../edits/rebasedEdits'

/** What a field in conflict shall be: your edit, as it is; what the server has; or something else, such as a proposal. */
export type ConflictChoice = 'mine' | 'theirs' | { readonly value: unknown }
/** Choices by field, as the conflict names it. */
export type ConflictChoices = { readonly [field: string]: ConflictChoice }

type Field = SaveConflict['fields'][string]

interface ApplyOptions {
  /** Whether a save that waits follows the choices as well, so that the edits need not say what it does. */
  readonly isQueued: boolean
  /** Whether it was chosen in another tab: only edits that were in question follow, and undo says nothing of it. */
  readonly isElsewhere?: boolean
}

/** Puts what was chosen of a conflict in the place of the edits, which are based on what the server has from then on. */
export function applyChoices(
  target: WriteTarget,
  conflict: SaveConflict,
  choices: ConflictChoices,
  { isQueued, isElsewhere = false }: ApplyOptions,
): Thunk<EntityState, void> {
  const { kind, name, id } = target
  return (dispatch, getState, services) => {
    if (conflict.reason === 'trashed') dispatch(statusReceived(getState(), target, services))
    for (const [field, choice] of Object.entries(choices)) {
      const sides = conflict.fields[field] as Field
      const view = requireView(getState(), kind, name, id)
      const place = knownPlace(view, field)
      const isEdit = isEdited(view, place)
      if (isElsewhere && !(isEdit && isEqual(valueIn(editedOf(view), place), sides.mine))) continue
      const isKept = isEdit && !isUndone(view, place, sides)
      const chosen =
        choice === 'mine' && isSetAt(view, place)
          ? { value: mergeSets(withEdit(sides, isKept ? valueIn(editedOf(view), place) : sides.mine)).value }
          : chosenValue(conflict, sides, choice, isKept)
      // What is edited nowhere here, the save that waits has.
      if (chosen && (isEdit || !isQueued)) {
        const edits = editAt(view, place, chosen.value)
        dispatch(editEntityRecord(kind, name, id, edits, isElsewhere ? { undo: false } : {}))
      }
      if (conflict.reason === 'overtaken') continue
      dispatch(batched(basedOn(requireView(getState(), kind, name, id), place, sides.theirs)))
      if (!isQueued || choice === 'mine') continue
      dispatch(batched(queuedAs(requireView(getState(), kind, name, id), place, choice)))
    }
  }
}

/** What the fields of a conflict are edited to, by their names in it. */
export function editedInConflict(
  state: EntityState,
  { kind, name, id }: WriteTarget,
  { fields }: SaveConflict,
): RecordData {
  const view = requireView(state, kind, name, id)
  const edited: Record<string, unknown> = {}
  for (const field of Object.keys(fields)) {
    const place = knownPlace(view, field)
    if (isEdited(view, place)) setField(edited, field, valueIn(editedOf(view), place))
  }
  return edited
}

/** Whether a record can be shown, and so be edited. */
export function isKnownRecord(state: EntityState, { kind, name, id }: WriteTarget): boolean {
  return selectEditedView(state, kind, name, id) !== undefined
}

/** The value that a choice puts in the place of the edit; undefined where the edit is what was chosen. */
function chosenValue(
  { reason }: SaveConflict,
  { mine, theirs }: Field,
  choice: ConflictChoice,
  isEdit: boolean,
): { readonly value: unknown } | undefined {
  if (typeof choice === 'object') return choice
  // What was overtaken is saved. What was written by hand, or the status of the trash, was not edited; what was undone
  // since is no edit either.
  if (choice === 'mine') return isEdit || reason === 'overtaken' ? undefined : { value: mine }
  return { value: theirs }
}

/** Whether a place has ids or names whose order means nothing: of those mine is what I added and took away. */
function isSetAt({ config, received, row }: EditedView, { property, entry, within }: Place): boolean {
  const value = own(valuesOf(row), property) ?? own(received?.record, property)
  return (
    entry === undefined &&
    within.length === 0 &&
    fieldKind(config, received?.record, property, value) === 'set'
  )
}

function withEdit({ base, theirs }: Field, mine: unknown): Parameters<typeof mergeSets>[0] {
  const [one, two, three] = [base, mine, theirs].map((side): readonly unknown[] =>
    Array.isArray(side) ? side : [],
  )
  return { base: one ?? [], mine: two ?? [], theirs: three ?? [] }
}

function knownPlace({ row, raw, config }: EditedView, field: string): Place {
  return placeOf(config, { ...raw, ...valuesOf(row) }, field)
}

function isEdited({ row }: EditedView, { property, entry, within: [step] }: Place): boolean {
  return valueAt(valuesOf(row), property, entry ?? step) !== undefined
}

/** Whether an edit is back at what it began with. */
function isUndone(view: EditedView, place: Place, { base }: Field): boolean {
  return isEqual(valueIn(editedOf(view), place), base)
}

/** The edit that gives a place a value; theirs of a whole field that is known gives the edit up. */
function editAt(view: EditedView, { property, entry, within }: Place, value: unknown): RecordData {
  const { config } = view
  const isText = blockField(config) === property
  if (entry !== undefined) return { [property]: { [entry]: value } }
  if (within.length === 0) return { ...(isText && { blocks: undefined }), [property]: value }
  return { [property]: withValue(own(editedOf(view), property), within, value) }
}

/** The edits of a record, of which one place is based on what the server has. */
function basedOn(view: EditedView, place: Place, theirs: unknown): readonly StoreAction[] {
  const { row } = view
  if (row === undefined) return []
  const at = pathOf(place)
  // A place within a field is one within what that is based on.
  const base = withValue(own(cellsOf(row), at)?.base, place.within, theirs)
  return rebasedEdits(view, { [at]: base }, row.origin ?? {})
}

/** What waits to be sent of a place: what was given up no more, another value instead. */
function queuedAs(
  { config, key, id, row }: EditedView,
  place: Place,
  choice: ConflictChoice,
): readonly StoreAction[] {
  const { kind, name } = config
  const { within } = place
  const at = pathOf(place)
  const queued = row?.log?.filter(({ state }) => state === 'queued') ?? []
  return queued.flatMap(({ id: mutation, fields }) => {
    const before = valuesAtPaths(fields)
    if (!Object.hasOwn(before, at)) return []
    const left = withValue(before, [at, ...within], undefined) as RecordData
    const value = choice === 'theirs' ? undefined : row && own(cellsOf(row), at)?.value
    const sent = { ...left, ...(value !== undefined && { [at]: value }) }
    return [editsSent({ kind, name, entity: entityKey(kind, name), key, id, mutation }, sent, true)]
  })
}

/** The record as it lies in the trash now. */
function statusReceived(state: EntityState, target: WriteTarget, { nextSeq }: Services): StoreAction {
  const { config, key, received } = requireView(state, target.kind, target.name, target.id)
  const known = received && rawRecord(config.rawAttributes, received.record)
  const record = { [config.key || 'id']: own(known, config.key || 'id') ?? target.id, status: 'trash' }
  return recordsReceived(
    receivedRecords(
      config,
      { records: [record], keys: [key] },
      { context: 'default', fields: ['status'], seq: nextSeq(), isRead: true },
    ),
  )
}
