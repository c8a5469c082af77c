import { useId, type ComponentProps, type ReactNode } from 'react'
import { useSharedText } from '../useSharedText'

interface FieldProps {
  label: string
  /** A sentence below it: what it is for, or why it can't be changed. */
  hint?: ReactNode
  isLabelHidden?: boolean
}

interface FrameProps extends FieldProps {
  id: string
  children: ReactNode
}

/** A control with its label above and its hint below. */
function FieldFrame({ id, label, hint, isLabelHidden = false, children }: FrameProps) {
  return (
    <div className="field">
      <label className={isLabelHidden ? 'hidden' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** One line of text, or another `type` of input. */
export function TextField({ label, hint, isLabelHidden, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <FieldFrame id={id} {...{ label, hint, isLabelHidden }}>
      <input {...rest} id={id} className="input" aria-describedby={hintId(id, hint)} />
    </FieldFrame>
  )
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  isLabelHidden,
  className = '',
  value,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'value'> & { value: string }) {
  const id = useId()
  const field = useSharedText(value)
  return (
    <FieldFrame id={id} {...{ label, hint, isLabelHidden }}>
      <textarea
        {...rest}
        ref={field}
        id={id}
        className={`input ${className}`}
        aria-describedby={hintId(id, hint)}
      />
    </FieldFrame>
  )
}

/** One of several; its children are the options. */
export function Select({ label, hint, isLabelHidden, ...rest }: FieldProps & ComponentProps<'select'>) {
  const id = useId()
  return (
    <FieldFrame id={id} {...{ label, hint, isLabelHidden }}>
      <select {...rest} id={id} className="input" aria-describedby={hintId(id, hint)} />
    </FieldFrame>
  )
}

/** Yes or no. */
export function Checkbox({ label, ...rest }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="choice">
      <input {...rest} type="checkbox" />
      <span>{label}</span>
    </label>
  )
}

function hintId(id: string, hint: ReactNode): string | undefined {
  return hint === undefined ? undefined : `${id}-hint`
}
