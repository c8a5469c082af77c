import type { Cell, Cells } from '../core/cells'
import type { EntityConfig } from '../config/entityConfig'
import type { StateWithEntities } from '../entities/reducer'
import { selectOtherCopies, selectWrittenSeq } from '../entities/selectors'
import { EntityStoreError, show } from '../core/errors'
import { assertPlain, isPlainData, wrongIn } from '../core/assertPlain'
import { isEqual } from '../core/isEqual'
import { isRecord, own, type RecordData } from '../core/plain'
import {
  fieldChange,
  type FieldChange,
  type FieldChanges,
  type RecordEdited,
  type UndoPolicy,
} from './actions'
import { serverValueAt, versionOfRecord } from './basis'
import { makeCell, none } from './cells'
import { fieldPath, putAt, splitPath, valueAtPath, type FieldPath } from './fieldPath'
import { isMerged, isSaid, isTransient, valueAt } from './fields'
import { isStoredLazyEdit, lazyEditOf, storeLazyEdit, type LazyEdit } from './lazyEdit'
import { givenValue, holdValue, isHeld, isHeldValue, storedEntries, storedValue } from './heldValue'
import { selectIsLenient } from './lenient'
import { shownElsewhere } from './elsewhere'
import { cellsOf, closedCell, entriesBelow, saysClosed, saysItsBase } from './log'
import type { EditedView } from './selectors'
import { shownEdit, type StoredEdits } from './storedEdits'

/**
 * The action of an edit: a value equal to the record's is no edit, unless a save is about to change the record or may
 * have; entries of merged properties count one by one; undefined gives an edit up. Transient values are kept as they
 * are given, whatever they hold.
 * @throws EntityStoreError `invalid_edit` for what can't be kept as plain data.
 */
export function applyEdits(
  state: StateWithEntities,
  view: EditedView,
  given: RecordData,
  undo: UndoPolicy,
): RecordEdited {
  const edits = selectIsLenient(state) ? lenientEdits(view.config, given) : given
  if (!isRecord(edits)) {
    throw new EntityStoreError(
      'invalid_edit',
      `The edits are ${show(edits)}, but they must be an object of new values by field.`,
    )
  }
  const { config, entity, key, id, row = noEdits, received, raw } = view
  const { kind, name } = config
  const fields: Record<FieldPath, Cell | null> = {}
  let transient = noEdits.transient
  const changes: Record<FieldPath, FieldChange> = {}
  const givenUp: FieldPath[] = []
  let isFirst = false
  let isOverOthers = false
  const elsewhere = row.elsewhere && shownElsewhere({ ...row, fields: none })
  /** What an edit of a field is based on that is the first one: what was saved of it last, or what the server has. */
  const valueBelow = (path: FieldPath, closed: Cell | undefined) => {
    if (closed && !closed.unseen) return closed.value
    const said = received?.record ?? {}
    // What that does not say may be known of another copy of it.
    const record = Object.hasOwn(said, splitPath(path)[0]) ? said : selectOtherCopies(state, entity, key)
    return serverValueAt({ record, rawAttributes: config.rawAttributes }, path) ?? closed?.base
  }
  const put = (path: FieldPath, value: unknown) => {
    const before = own(row.fields, path)
    const closed = row.log && closedCell(row, path)
    const saved = elsewhere && own(elsewhere, path)
    const below = saved ?? closed
    if (value === undefined || (below ? saysClosed(below, value) : isSaid(value, valueAtPath(raw, path)))) {
      if (before) fields[path] = null
      if (value === undefined && closed) givenUp.push(path)
      return
    }
    isFirst ||= !before && !closed
    isOverOthers ||= !before && saved !== undefined
    fields[path] = makeCell(value, before ? before.base : valueBelow(path, below))
  }
  for (const property of Object.keys(edits)) {
    const whole = fieldPath(property)
    const value = checkedValue(view, property, edits[property])
    const isShown = isTransient(config, property)
    const before = shownEdit(row, property)
    const unedited = own(raw, property)
    if (isMerged(config, property) && isRecord(value) && !isStoredLazyEdit(value)) {
      const edited = isRecord(before) && !isStoredLazyEdit(before) ? before : undefined
      for (const entry of Object.keys(value)) {
        const path = fieldPath(property, entry)
        const from = own(edited, entry) ?? storedValue(valueAt(raw, property, entry))
        changes[path] = fieldChange(from, value[entry])
        if (!isShown) put(path, value[entry])
      }
      if (isShown) transient = { ...transient, [property]: { ...edited, ...value } }
      // A lazy edit of the whole gives way to entries.
      else if (own(row.fields, whole)) fields[whole] = null
      continue
    }
    const storedBefore = storedValue(unedited)
    changes[whole] = fieldChange(
      before === undefined ? storedBefore : before,
      value === undefined ? storedBefore : value,
    )
    if (isShown) {
      if (value !== undefined && value !== unedited) transient = { ...transient, [property]: value }
    } else {
      put(whole, value)
      if (isMerged(config, property)) {
        for (const path of entriesBelow(row.fields, whole)) fields[path] = null
        if (value === undefined) givenUp.push(...entriesBelow(cellsOf(row), whole))
      }
    }
  }
  let seq = Math.max(selectWrittenSeq(state, entity, key), received?.seq ?? 0)
  if (received?.parts) seq = Math.max(seq, ...Object.values(received.parts))
  // Written out and not spread, for every key that is typed: `npm run bench -- --only typing`.
  const edited: { -readonly [Field in keyof RecordEdited]: RecordEdited[Field] } = {
    type: 'edits/recordEdited',
    kind,
    name,
    entity,
    key,
    id,
    fields,
    transient,
    seq,
    changes,
    undo,
  }
  if (givenUp.length > 0) edited.givenUp = givenUp
  // The server has in no version what is still to be sent.
  if (isOverOthers) edited.version = null
  else if (isFirst) edited.version = versionAtFirst(state, view)
  return edited
}

/**
 * The version of the record as it is shown when a field of it is edited first; null where it is not known whole, or others are
 * edited on another one: they were compared since with what the server has, and this one was not.
 */
function versionAtFirst(state: StateWithEntities, { entity, key, row, received }: EditedView) {
  const isPartial = received && (!received.isComplete || received.parts)
  const record = received?.record ?? selectOtherCopies(state, entity, key)
  const version = record && !isPartial ? versionOfRecord(record) : null
  const isBased = Object.values(cellsOf(row)).some(({ base }) => base !== undefined)
  return isBased && !isEqual(version, row?.origin?.version) ? null : version
}

const noEdits: Pick<StoredEdits, 'fields' | 'log' | 'transient' | 'elsewhere'> = { fields: {}, transient: {} }

/** The edits that bring changed properties back to one side of the change. */
export function editsTowards(changes: FieldChanges, side: 'from' | 'to'): RecordData {
  const edits: Record<string, unknown> = {}
  const paths = Object.keys(changes)
  // Where a property and entries of it have changed, the first counts on the way back.
  for (const path of side === 'to' ? paths : paths.reverse()) {
    const value = changes[path]?.[side]
    // A lazy edit comes back as it is stored; one that went through JSON has lost its function.
    const isLost = isStoredLazyEdit(value) && !lazyEditOf(value)
    putAt(edits, path, isLost ? undefined : givenValue(value))
  }
  return edits
}

/** The paths of open edits that say what the record does, or what they were made on, as far as no save has sent the same. */
export function unchangedPaths(
  { raw, row }: Pick<EditedView, 'raw' | 'row'>,
  fields: Cells = row?.fields ?? {},
): readonly FieldPath[] {
  return Object.entries(fields).flatMap(([path, cell]) => {
    const isNothing = (raw && saysItsBase(cell)) || isSaid(cell.value, valueAtPath(raw, path))
    return isNothing && !closedCell(row ?? {}, path) ? [path] : []
  })
}

/** A value as the state keeps it. */
function checkedValue({ config }: EditedView, property: string, value: unknown): unknown {
  if (property === '__proto__')
    throw new EntityStoreError('invalid_edit', `${editOf(config, property)} can't be kept. Rename the field.`)
  if (typeof value === 'function') return storeLazyEdit(value as LazyEdit)
  if (value === undefined || isHeld(value)) return value
  if (isStoredLazyEdit(value) && lazyEditOf(value)) return value
  if (isMerged(config, property) && (isHeldValue(value) || isStoredLazyEdit(value))) {
    throw new EntityStoreError(
      'invalid_edit',
      `${editOf(config, property)} is ${show(value)}, which can't be distinguished from how the store keeps other values. Edit another entry along with it, or rename it.`,
    )
  }
  if (isMerged(config, property) && !isRecord(value)) {
    // What PHP makes of an object without entries.
    if (Array.isArray(value) && value.length === 0) return {}
    throw new EntityStoreError(
      'invalid_edit',
      `${editOf(config, property)} is ${show(value)}, but it is merged, so it must be an object of entries.`,
    )
  }
  // A text, as for every key that is typed, needs no look into it.
  if (typeof value !== 'string' && !isTransient(config, property)) {
    assertPlain(
      value,
      (found) => new EntityStoreError('invalid_edit', `${editOf(config, property)}${wrongIn(found)}`),
    )
  }
  return isMerged(config, property) && isRecord(value) ? storedEntries(value) : storedValue(value)
}

function editOf({ kind, name }: EntityConfig, property: string): string {
  return `The edit of '${property}' of (${kind}, ${name})`
}

/**
 * What a lenient store takes of edits: those of merged properties that are no entries do nothing, and what is no plain
 * data is held beside the state.
 */
function lenientEdits(config: EntityConfig, given: RecordData): RecordData {
  const edits: Record<string, unknown> = {}
  for (const [property, value] of Object.entries(isRecord(given) ? given : {})) {
    const isKept = typeof value === 'function' || value === undefined || isTransient(config, property)
    if (property === '__proto__') continue
    if (isKept) edits[property] = value
    else if (!isMerged(config, property)) edits[property] = plainOrHeld(value)
    else if (isRecord(value)) {
      const entries = Object.entries(value).map(([entry, each]) => [entry, plainOrHeld(each)])
      edits[property] = isStoredLazyEdit(value) ? value : Object.fromEntries(entries)
    }
  }
  return edits
}

function plainOrHeld(value: unknown): unknown {
  return isPlainData(value) ? value : holdValue(value)
}
