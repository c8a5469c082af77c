import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

interface DialogProps {
  title: string
  /** Called when it is closed by Esc, by a click beside it or by its own buttons. */
  onClose: () => void
  children: ReactNode
  /** Its buttons, the one that most people want last. */
  actions?: ReactNode
  size?: 'wide'
}

/** A modal dialog, open as long as it is rendered; the browser keeps the focus in it and gives it back. */
export function Dialog({ title, onClose, children, actions, size }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  // While it is still in the page: the browser gives the focus back only then.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => {
      element?.close()
      // What it was opened from may be disabled by now, or goes along with it.
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.querySelector('main')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="dialog-content">
        <h2 id={headingId}>{title}</h2>
        {children}
        {actions !== undefined && <div className="dialog-actions">{actions}</div>}
      </div>
    </dialog>
  )
}
