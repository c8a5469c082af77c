import { useCallback } from 'react'
import { editEntityRecord, selectEditedEntityRecord } from 'copydesk'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { useFormRecord } from './formContext'

interface FieldOptions {
  /** Whether the change is one of many in a row, as while typing: an undo takes them back together. */
  isTyped?: boolean
}

/** The edited value of one field of the form's record, and how to change it. */
export function useField<Value>(
  field: string,
): [value: Value | undefined, change: (value: Value, options?: FieldOptions) => void] {
  const { kind, name, id, readable } = useFormRecord()
  const dispatch = useEntityDispatch()
  const value = useEntitySelector((state) => {
    const edited = selectEditedEntityRecord<string, string>(state, kind, name, id)
    return (edited ?? (readable as Record<string, unknown> | undefined))?.[field] as Value | undefined
  })
  const change = useCallback(
    (next: Value, { isTyped = false }: FieldOptions = {}) =>
      dispatch(editEntityRecord(kind, name, id, { [field]: next }, { undoGroup: isTyped })),
    [dispatch, kind, name, id, field],
  )
  return [value, change]
}
