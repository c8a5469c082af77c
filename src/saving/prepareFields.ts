import { keyField } from '../config/entityConfig'
import { assertPlain } from '../core/assertPlain'
import { filterFields, isEmpty, type RecordData } from '../core/plain'
import type { Thunk } from '../core/thunk'
import { editEntityRecord } from '../edits/editEntityRecord'
import { isTransient } from '../edits/fields'
import { plainFields } from '../edits/heldValue'
import { evaluateLazyEdits } from '../edits/lazyEdit'
import { selectIsLenient } from '../edits/lenient'
import { editedOf } from '../edits/selectors'
import { selectTargetView, type Save, type SaveState } from './saveState'

/** The fields as they are sent: lazy edits computed (and kept as edits), nothing transient, no key, plain data. */
export function prepareFields(save: Save, fields: RecordData): Thunk<SaveState, RecordData> {
  return (dispatch, getState) => {
    const { config, kind, name, id } = save
    const view = selectTargetView(getState(), save)
    const evaluated = evaluateLazyEdits(fields, { ...(view && editedOf(view)), ...fields })
    const ready = selectIsLenient(getState()) ? plainFields(evaluated) : evaluated
    const computed = filterFields(ready, (field, value) => value !== fields[field])
    if (view && !isEmpty(computed)) dispatch(editEntityRecord(kind, name, id, computed, { undoIgnore: true }))
    const sent = filterFields(
      ready,
      (field, value) => value !== undefined && field !== keyField(config) && !isTransient(config, field),
    )
    assertPlain(sent, 'invalid_record', `The record of (${kind}, ${name}) to be saved`)
    return sent
  }
}
