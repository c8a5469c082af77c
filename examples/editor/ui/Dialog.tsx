import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  isWide?: boolean
}

/** A modal dialog: the browser keeps the focus in it, closes it on Escape and gives the focus back. */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // While it is in the page: it gives the focus back only then.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={isWide ? 'wide' : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button onClick={onClose} aria-label="Close">
          ×
        </button>
      </header>
      {children}
    </dialog>
  )
}
