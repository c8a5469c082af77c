import type { ComponentProps } from 'react'
import { Button as Bare } from '../../editor/ui/Button'

export interface ButtonProps extends ComponentProps<typeof Bare> {
  /** `primary` once on a screen, for what most people came to do; `plain` among others of its kind. */
  variant?: 'primary' | 'danger' | 'plain' | undefined
  size?: 'small' | undefined
}

/** A button with words; give it an icon as its first child. */
export function Button({ variant, size, className = '', ...rest }: ButtonProps) {
  return <Bare {...rest} className={`button ${className}`} data-variant={variant} data-size={size} />
}
