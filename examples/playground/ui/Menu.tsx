import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from './Button'

interface MenuProps {
  /** What the button is called; its contents where they say more. */
  label: string
  button: ReactNode
  children: ReactNode
}

/** A button that opens a menu of `MenuItem`s. Esc, Tab, a choice and a click elsewhere close it. */
export function Menu({ label, button, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return undefined
    root.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    const closeElsewhere = (event: MouseEvent) => {
      if (!(event.target instanceof Node) || !root.current?.contains(event.target)) setIsOpen(false)
    }
    addEventListener('mousedown', closeElsewhere)
    return () => removeEventListener('mousedown', closeElsewhere)
  }, [isOpen])

  function close() {
    setIsOpen(false)
    // What was chosen may have taken the focus elsewhere.
    if (root.current?.contains(document.activeElement)) opener.current?.focus()
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // What the menu stands in, such as a dialog, stays open.
      event.preventDefault()
      return close()
    }
    // On to what comes after the button, or before it.
    if (event.key === 'Tab') return close()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const place = items.findIndex((item) => item === document.activeElement)
    items[(place + step + items.length) % items.length]?.focus()
  }

  return (
    <div ref={root} className="menu" onKeyDown={isOpen ? press : undefined}>
      <Button
        ref={opener}
        className="menu-button"
        variant="plain"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        {button}
      </Button>
      {isOpen && (
        <div className="menu-list" role="menu" aria-label={label} onClick={close}>
          {children}
        </div>
      )}
    </div>
  )
}

interface MenuItemProps {
  icon?: LucideIcon | undefined
  /** For one of several of which one is chosen. */
  isChecked?: boolean
  onSelect: () => void
  children: ReactNode
}

/** One thing to do, or to choose. */
export function MenuItem({ icon: Icon, isChecked, onSelect, children }: MenuItemProps) {
  return (
    <button
      type="button"
      className="menu-item"
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      tabIndex={-1}
      onClick={onSelect}
    >
      {Icon ? <Icon aria-hidden /> : <span className="menu-blank" />}
      {children}
    </button>
  )
}
