import { createContext, use } from 'react'
import type { EntityId } from 'copydesk'

/** Which record a form is about, and whether it may be changed. */
export interface FormRecord {
  kind: string
  name: string
  id: EntityId | undefined
  isReadOnly: boolean
  /** The copy to read, for who may not have the one to edit; absent for who may. */
  readable?: Readonly<Record<string, unknown>> | undefined
}

const FormContext = createContext<FormRecord | null>(null)

export const FormProvider = FormContext.Provider

/** The record of the form around this field. */
export function useFormRecord(): FormRecord {
  const record = use(FormContext)
  if (!record) throw new Error('A form field needs a RecordForm above it.')
  return record
}
