import { keyField, type EntityConfig } from '../config/entityConfig'
import { assertPlain, wrongIn } from '../core/assertPlain'
import { EntityStoreError } from '../core/errors'
import { filterFields, isRecord, own, type RecordData } from '../core/plain'
import { isOfWordPress } from '../config/defineServer'
import type { Cells } from '../core/cells'
import { isEqual } from '../core/isEqual'
import { basesOfCells, cellsFrom, pickCells, valuesOfCells } from '../edits/cells'
import { isMerged, isTransient, valueAt } from '../edits/fields'
import { splitPath } from '../edits/fieldPath'
import { plainFields } from '../edits/heldValue'
import { evaluateLazyEdits } from '../edits/lazyEdit'
import { selectIsLenient } from '../edits/lenient'
import { cellsOf } from '../edits/log'
import { editedOf, type EditedView } from '../edits/selectors'
import { selectTargetView, type Save } from './saveState'
import type { StateWithSaving } from './reducer'

/** Fields as they are sent. */
interface PreparedFields {
  /** Lazy edits computed, nothing transient, no key, plain data. */
  readonly fields: RecordData
  /** What was computed, and is not an edit as yet. */
  readonly computed: RecordData
}

/** The fields of a save as they are sent. */
export function prepareFields(state: StateWithSaving, save: Save): PreparedFields {
  const { config, kind, name, fields } = save
  const view = selectTargetView(state, save)
  const evaluated = evaluateLazyEdits(fields, { ...(view && editedOf(view)), ...fields })
  const ready = selectIsLenient(state) ? plainFields(evaluated) : evaluated
  const computed = filterFields(ready, (field, value) => value !== fields[field])
  for (const [field, value] of Object.entries(view ? computed : {}))
    assertPlain(
      value,
      (found) =>
        new EntityStoreError('invalid_edit', `The edit of '${field}' of (${kind}, ${name})${wrongIn(found)}`),
    )
  const sent = filterFields(
    ready,
    (field, value) => value !== undefined && field !== keyField(config) && !isTransient(config, field),
  )
  assertPlain(
    sent,
    (found) =>
      new EntityStoreError('invalid_record', `The record of (${kind}, ${name}) to be saved${wrongIn(found)}`),
  )
  return { fields: sent, computed: view ? computed : {} }
}

/** Fields that are written to a record, by path, each with what its edit is based on. */
export function writtenCells(config: EntityConfig, view: EditedView | undefined, fields: RecordData): Cells {
  const bases = view?.row && basesOfCells(cellsOf(view.row))
  return cellsFrom(fields, bases, (property) => isMerged(config, property))
}

/**
 * What of that is meant: of a merged property, such as `meta`, the whole is saved, of which the entries that were not edited
 * are what was known when it was asked for. Others may have changed those since, and nobody meant to write them.
 */
export function meantCells(view: EditedView | undefined, cells: Cells): Cells {
  const edited = view?.row && cellsOf(view.row)
  return pickCells(cells, (path, { value }) => {
    const [property, entry] = splitPath(path)
    if (entry === undefined || own(edited, path)) return true
    return !isEqual(value, valueAt(view?.raw, property, entry))
  })
}

/** Fields as a server takes them: others than WordPress may put a merged property in the place of what they have. */
export function fieldsToWrite(config: EntityConfig, view: EditedView | undefined, cells: Cells): RecordData {
  const fields = valuesOfCells(cells)
  if (isOfWordPress(config.baseURL)) return fields
  const entries = Object.entries(fields).map(([property, value]) => {
    const known = isMerged(config, property) ? own(view?.raw, property) : undefined
    return [property, isRecord(value) && isRecord(known) ? { ...known, ...value } : value] as const
  })
  return Object.fromEntries(entries)
}
