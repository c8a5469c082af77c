import { useEntityField, type UseEntityFieldResult } from 'copydesk/react'
import { useFormRecord } from './formContext'

/** One field of the form's record; where the user may not edit, it is that of the copy to read. */
export function useField<Value>(field: string): Pick<UseEntityFieldResult<Value>, 'value' | 'set'> {
  const { kind, name, id, readable } = useFormRecord()
  // What may not be edited may not be read for that either.
  const edited = readable ? undefined : id
  const { value = readable?.[field], set } = useEntityField<string, string, string>(kind, name, edited, field)
  return { value, set } as UseEntityFieldResult<Value>
}
