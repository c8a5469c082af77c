import { useId, type ReactNode } from 'react'

/** What a control takes of its field: its name, and what is said of it. */
interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

interface FieldProps {
  label: string
  hint?: string | undefined
  /** What is wrong with the value, such as what the site has said of it. */
  error?: string | undefined
  children: (props: ControlProps) => ReactNode
}

/** A control with its label, a hint, and what is wrong with its value. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const said = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': said === undefined ? undefined : `${id}-said`,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {said !== undefined && (
        <p id={`${id}-said`} className={error === undefined ? 'hint' : 'error'}>
          {said}
        </p>
      )}
    </div>
  )
}
