import type { UseEntityFieldResult } from 'copydesk/react'
import { Field } from './Field'

interface TextFieldProps {
  label: string
  hint?: string
  field: UseEntityFieldResult<string>
  /** How many lines it has. Default 1. */
  rows?: number
}

/** A field of a record that is a text. */
export function TextField({ label, hint, field: { value = '', set, error, canEdit }, rows }: TextFieldProps) {
  const Control = rows === undefined ? 'input' : 'textarea'
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <Control
          {...props}
          rows={rows}
          value={value}
          readOnly={canEdit === false}
          onChange={({ target }: { target: { value: string } }) => set(target.value)}
        />
      )}
    </Field>
  )
}
