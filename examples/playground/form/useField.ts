import { useEntityField, type UseEntityFieldResult } from 'copydesk/react'
import { useFormRecord } from './formContext'

/** One field of the form's record; where the user may not edit, it is that of the copy to read. */
export function useField<Value>(field: string): Pick<UseEntityFieldResult<Value>, 'value' | 'set'> {
  const { kind, name, id, readable } = useFormRecord()
  const { value = readable?.[field], set } = useEntityField<string, string, string>(kind, name, id, field)
  return { value, set } as UseEntityFieldResult<Value>
}
