import { keyField, type EntityConfig } from '../config/entityConfig'
import { assertPlain, wrongIn } from '../core/assertPlain'
import { EntityStoreError } from '../core/errors'
import { filterFields, own, type RecordData } from '../core/plain'
import { isOfWordPress } from '../config/defineServer'
import type { Cells } from '../core/cells'
import { isEqual } from '../core/isEqual'
import { basesOfCells, cellsFrom, pickCells, valuesOfCells } from '../edits/cells'
import { isMerged, isTransient } from '../edits/fields'
import { splitPath, valueAtPath } from '../edits/fieldPath'
import { plainFields } from '../edits/heldValue'
import { evaluateLazyEdits } from '../edits/lazyEdit'
import { selectIsLenient } from '../edits/lenient'
import { cellsOf } from '../edits/log'
import { editedOf, wholeFields, type EditedView } from '../edits/selectors'
import type { StateWithEdits } from '../edits/storedEdits'
import type { Save } from './saveState'

/** Fields as they are sent. */
interface PreparedFields {
  /** Lazy edits computed, nothing transient, no key, plain data. */
  readonly fields: RecordData
  /** What was computed, and is not an edit as yet. */
  readonly computed: RecordData
}

/**
 * The fields of a save as they are sent.
 * @param view - The record with its edits; undefined for a create.
 */
export function prepareFields(
  state: StateWithEdits,
  { config, kind, name, fields }: Save,
  view: EditedView | undefined,
): PreparedFields {
  const evaluated = evaluateLazyEdits(fields, () => ({ ...(view && editedOf(view)), ...fields }))
  const ready = selectIsLenient(state) ? plainFields(evaluated) : evaluated
  const computed = view ? filterFields(ready, (field, value) => value !== fields[field]) : {}
  for (const [field, value] of Object.entries(computed))
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
  return { fields: sent, computed }
}

/**
 * What is written to a record, by path, each with what its edit is based on. Of a merged property, such as `meta`, the whole
 * is saved, of which the entries that were not edited are what was known when it was asked for: others may have changed
 * those since, and nobody meant to write them.
 * @param isWhole - Whether they are there all the same.
 */
export function writtenCells(
  config: EntityConfig,
  view: EditedView | undefined,
  fields: RecordData,
  isWhole?: boolean,
): Cells {
  const edited = cellsOf(view?.row)
  const isEntries = (property: string) => isMerged(config, property)
  const cells = cellsFrom(fields, basesOfCells(edited), isEntries)
  return pickCells(cells, (path, { value }) => {
    const isEntry = splitPath(path)[1] !== undefined
    return (
      isWhole || !isEntry || own(edited, path) !== undefined || !isEqual(value, valueAtPath(view?.raw, path))
    )
  })
}

/** Fields as a server takes them: others than WordPress may put a merged property in the place of what they have. */
export function fieldsToWrite(config: EntityConfig, view: EditedView | undefined, cells: Cells): RecordData {
  const fields = valuesOfCells(cells)
  return isOfWordPress(config.baseURL) ? fields : wholeFields(config, view?.raw, fields)
}
