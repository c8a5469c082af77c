import { Field } from './Field'

interface TextFieldProps {
  label: string
  hint?: string
  /** What `useField` gives of a text. */
  field: {
    readonly value: string | undefined
    readonly set: (value: string) => void
    readonly error: string | undefined
    readonly canEdit: boolean | undefined
  }
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
