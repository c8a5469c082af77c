import type { LucideIcon } from 'lucide-react'
import { keyText } from '../keyNames'
import { Button, type ButtonProps } from './Button'

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** What it does, for those who can't see the picture and, as a tip, for those who can. */
  label: string
  icon: LucideIcon
  /** Keys that do the same, for the tip: `Mod+Shift+Z`. */
  keys?: string
}

/** A button that is only a picture. */
export function IconButton({ label, icon: Icon, keys, variant = 'plain', ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      className="icon-button"
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keyText(keys)})`}
    >
      <Icon aria-hidden />
    </Button>
  )
}
