import { keyField, type EntityConfig } from '../config/entityConfig'
import { assertPlain, wrongIn } from '../core/assertPlain'
import { EntityStoreError } from '../core/errors'
import { filterFields, own, type RecordData } from '../core/plain'
import type { SentFields } from '../edits/actions'
import { fieldsByPath, isTransient, valueAt } from '../edits/fields'
import { splitPath } from '../edits/fieldPath'
import { plainFields } from '../edits/heldValue'
import { evaluateLazyEdits } from '../edits/lazyEdit'
import { selectIsLenient } from '../edits/lenient'
import { cellsOf } from '../edits/log'
import { editedOf } from '../edits/selectors'
import type { WriteTarget } from '../entities/actions'
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

/** What is sent of a record, by path; undefined for a create of a record that is not there yet. */
export function sentFields(
  state: StateWithSaving,
  config: EntityConfig,
  target: WriteTarget,
  fields: RecordData,
): SentFields | undefined {
  if (target.key === undefined) return undefined
  const { raw, row } = selectTargetView(state, target) ?? {}
  return filterFields(fieldsByPath(config, fields), (path, value) => {
    const [property, entry] = splitPath(path)
    // Of a merged property the whole is sent: nobody means to change the entries that are as they were.
    const isAsBefore = entry !== undefined && value === valueAt(raw, property, entry)
    return !isAsBefore || (row !== undefined && own(cellsOf(row), path) !== undefined)
  })
}
