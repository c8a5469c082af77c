import type { ComponentProps } from 'react'

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` once on a screen, for what most people came to do; `plain` among others of its kind. */
  variant?: 'primary' | 'danger' | 'plain' | undefined
  size?: 'small' | undefined
}

/** A button with words; give it an icon as its first child. */
export function Button({ variant, size, type = 'button', className = '', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={`button ${className}`} data-variant={variant} data-size={size} />
  )
}
