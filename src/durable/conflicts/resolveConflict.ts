import { EntityStoreError, show } from '../../core/errors'
import { isEqual } from '../../core/isEqual'
import type { EntityId } from '../../core/keys'
import { isRecord, own, setField, type RecordData } from '../../core/plain'
import { batched, type Services, type StoreAction, type Thunk } from '../../core/thunk'
import { blockField } from '../../edits/blockCodec'
import { editEntityRecord, requireView } from '../../edits/editEntityRecord'
import { isMerged, rawRecord, valueAt } from '../../edits/fields'
import { editedOf, type EditedView } from '../../edits/selectors'
import { recordsReceived, type WriteTarget } from '../../entities/actions'
import { receivedRecords } from '../../entities/parseRecords'
import { writeSettled } from '../../saving/actions'
import { writesOf } from '../../saving/selectors'
import type { SaveConflict } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'
import { rebased } from './rebase'

/** What a field in conflict shall be: your edit, what the server has, or something else. */
export type ConflictChoice = 'mine' | 'theirs' | { readonly value: unknown }

type Field = SaveConflict['fields'][string]

/**
 * Chooses what shall become of fields in conflict; saves nothing. With `mine` the next save sends the edit; with `theirs`
 * the edit is given up, and undo brings it back; with `{ value }` the field is edited to that. The next save is compared
 * with what was chosen from, so that only something newer is a conflict again. Fields that are not chosen stay in
 * conflict. Does nothing where there is none, and for a record that is gone; of one in the trash, `status` is chosen.
 * @param choices By field as the conflict names it, such as `title` or `meta.subtitle`.
 * @throws EntityStoreError `invalid_option` for a field that is not in conflict, or for what is no choice; `invalid_edit`.
 */
export function resolveConflict(
  kind: string,
  name: string,
  id: EntityId | undefined,
  choices: { readonly [field: string]: ConflictChoice },
): Thunk<EntityState, void> {
  return (dispatch, getState, services) => {
    const [write] = writesOf(getState().saving, getState(), kind, name, id)
    const conflict = write?.conflict
    if (write === undefined || conflict === undefined || conflict.reason === 'gone') return
    checkChoices(conflict, choices)
    if (conflict.reason === 'trashed') dispatch(statusReceived(getState(), write, services))
    for (const [field, choice] of Object.entries(choices)) {
      const sides = conflict.fields[field] as Field
      const view = requireView(getState(), kind, name, id)
      const place = placeOf(view, field)
      const chosen = chosenValue(
        conflict,
        sides,
        choice,
        isEdited(view, place) && !isUndone(view, place, sides),
      )
      if (chosen) dispatch(editEntityRecord(kind, name, id, editAt(view, place, chosen.value)))
      if (conflict.reason === 'overtaken') continue
      const based = requireView(getState(), kind, name, id)
      dispatch(batched(basedOn(based, place, sides.theirs)))
    }
    const left = Object.entries(conflict.fields).filter(([field]) => !Object.hasOwn(choices, field))
    const { pending, error, conflict: before, queued, ...target } = write
    const status =
      left.length === 0 ? {} : { error, conflict: { ...conflict, fields: Object.fromEntries(left) } }
    dispatch(writeSettled(target, status))
  }
}

function checkChoices(
  { kind, name, fields }: SaveConflict,
  choices: { readonly [field: string]: ConflictChoice },
): void {
  const record = `(${kind}, ${name})`
  if (!isRecord(choices)) {
    throw new EntityStoreError(
      'invalid_option',
      `The choices for ${record} are ${show(choices)}. Pass an object of 'mine', 'theirs' or { value } by field.`,
    )
  }
  for (const [field, choice] of Object.entries(choices)) {
    if (!Object.hasOwn(fields, field)) {
      throw new EntityStoreError(
        'invalid_option',
        `${show(field)} of ${record} is not in conflict. Choose of ${Object.keys(fields).map(show).join(', ')}.`,
      )
    }
    if (choice === 'mine' || choice === 'theirs' || (isRecord(choice) && 'value' in choice)) continue
    throw new EntityStoreError(
      'invalid_option',
      `The choice for ${show(field)} of ${record} is ${show(choice)}. Pass 'mine', 'theirs' or { value }.`,
    )
  }
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

/** A field and the path within it that a conflict names: names may have dots in them, so what is edited decides. */
interface Place {
  readonly property: string
  readonly path: readonly string[]
}

function isEdited({ row }: EditedView, { property, path }: Place): boolean {
  const [entry] = path
  return row !== undefined && valueAt(row.values, property, entry) !== undefined
}

/** Whether an edit is back at what it began with. */
function isUndone(view: EditedView, { property, path }: Place, { base }: Field): boolean {
  let now = own(editedOf(view), property)
  for (const step of path) now = isRecord(now) ? own(now, step) : undefined
  return isEqual(now, base)
}

function placeOf({ row, raw, config }: EditedView, field: string): Place {
  const known = { ...raw, ...row?.values }
  if (Object.hasOwn(known, field)) return { property: field, path: [] }
  const property =
    Object.keys(known).find((each) => field.startsWith(`${each}.`)) ?? field.split('.', 1).join()
  const rest = field.slice(property.length + 1)
  // An entry of a merged property is named as it is.
  const path = isMerged(config, property) ? [rest] : pathIn(known[property], rest)
  return { property, path }
}

function pathIn(value: unknown, name: string): readonly string[] {
  if (!isRecord(value) || Object.hasOwn(value, name)) return [name]
  const step = Object.keys(value).find((each) => name.startsWith(`${each}.`))
  return step === undefined ? [name] : [step, ...pathIn(value[step], name.slice(step.length + 1))]
}

/** The edit that gives a place a value; theirs of a whole field that is known gives the edit up. */
function editAt(view: EditedView, { property, path }: Place, value: unknown): RecordData {
  const { config } = view
  const isText = blockField(config) === property
  if (path.length === 0) return { ...(isText && { blocks: undefined }), [property]: value }
  if (isMerged(config, property)) return { [property]: { [path.join('.')]: value } }
  return { [property]: withValue(own(editedOf(view), property), path, value) }
}

/** An object with another value at a path. */
function withValue(object: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const copy: RecordData = { ...(isRecord(object) && object) }
  const inner = withValue(isRecord(object) ? own(object, step) : undefined, rest, value)
  if (inner === undefined) return Object.fromEntries(Object.entries(copy).filter(([name]) => name !== step))
  setField(copy, step, inner)
  return copy
}

/** The edits of a record, of which one place is based on what the server has. */
function basedOn(view: EditedView, { property, path }: Place, theirs: unknown): readonly StoreAction[] {
  const { row } = view
  if (row === undefined || own(row.values, property) === undefined) return []
  const values = { ...row.basis?.values }
  setField(values, property, withValue(own(values, property), path, theirs))
  return rebased(view, { ...row.basis, values })
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
