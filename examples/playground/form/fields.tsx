import type { ReactNode } from 'react'
import { Checkbox, Select, TextArea, TextField } from '../ui/Field'
import type { Choice } from '../list/listDescription'
import { useFormRecord } from './formContext'
import { useField } from './useField'

interface RecordFieldProps {
  /** The field of the record. */
  field: string
  label: string
  hint?: ReactNode
}

/** A line of text of the form's record. */
export function RecordText({
  field,
  type,
  ...rest
}: RecordFieldProps & { type?: 'email' | 'url' | 'text'; placeholder?: string }) {
  const { isReadOnly } = useFormRecord()
  const { value, set } = useField<string>(field)
  return (
    <TextField
      {...rest}
      type={type}
      readOnly={isReadOnly}
      value={value ?? ''}
      onChange={({ target }) => set(target.value)}
    />
  )
}

/** Lines of text of the form's record. */
export function RecordTextArea({
  field,
  ...rest
}: RecordFieldProps & { rows?: number; spellCheck?: boolean; className?: string }) {
  const { isReadOnly } = useFormRecord()
  const { value, set } = useField<string>(field)
  return (
    <TextArea
      rows={4}
      {...rest}
      readOnly={isReadOnly}
      value={value ?? ''}
      onChange={({ target }) => set(target.value)}
    />
  )
}

/** A number of the form's record. */
export function RecordNumber({ field, ...rest }: RecordFieldProps & { min?: number; max?: number }) {
  const { isReadOnly } = useFormRecord()
  const { value, set } = useField<number>(field)
  return (
    <TextField
      {...rest}
      type="number"
      readOnly={isReadOnly}
      value={value ?? ''}
      onChange={({ target }) => {
        if (target.value !== '') set(Number(target.value))
      }}
    />
  )
}

/** One of several values of the form's record; numbers stay numbers. */
export function RecordSelect({ field, choices, ...rest }: RecordFieldProps & { choices: readonly Choice[] }) {
  const { isReadOnly } = useFormRecord()
  const { value, set } = useField<string | number>(field)
  const isKnown = choices.some((choice) => choice.value === String(value))
  // What an id stands for is still being read: nobody knows it by a number.
  const isUnread = typeof value === 'number' && choices.length < 2
  return (
    <Select
      {...rest}
      disabled={isReadOnly}
      value={value ?? ''}
      onChange={({ target }) => set(typeof value === 'number' ? Number(target.value) : target.value)}
    >
      {!isKnown && <option value={value ?? ''}>{isUnread ? '…' : String(value ?? '')}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}

/** Yes or no in the form's record. */
export function RecordCheckbox({ field, label }: { field: string; label: ReactNode }) {
  const { isReadOnly } = useFormRecord()
  const { value, set } = useField<boolean>(field)
  return (
    <Checkbox
      label={label}
      disabled={isReadOnly}
      checked={value ?? false}
      onChange={({ target }) => set(target.checked)}
    />
  )
}
