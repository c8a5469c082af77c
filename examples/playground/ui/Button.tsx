import { useImperativeHandle, useRef, type ComponentProps } from 'react'
import { useKeptFocus } from './useKeptFocus'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` once on a screen, for what most people came to do; `plain` among others of its kind. */
  variant?: 'primary' | 'danger' | 'plain' | undefined
  size?: 'small' | undefined
}

/** A button with words; give it an icon as its first child. */
export function Button({ variant, size, type = 'button', className = '', ref, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)
  useKeptFocus(button, rest.disabled === true)
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      className={`button ${className}`}
      data-variant={variant}
      data-size={size}
    />
  )
}
