import { useId, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from './Button'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  isWide?: boolean | undefined
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
        <button type="button" onClick={onClose} aria-label="Close">
          ×
        </button>
      </header>
      {children}
    </dialog>
  )
}

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  label: ReactNode
  title: string
  isWide?: boolean
  onOpen?: () => unknown
  /** What is in the dialog, given what closes it. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ label, title, isWide, children, onOpen, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button {...button} onClick={() => (setIsOpen(true), onOpen?.())}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} isWide={isWide} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  )
}

/** A button for what is not easily taken back: it asks first. */
export function AskFirst(
  props: Omit<DialogButtonProps, 'children'> & { children: ReactNode; yes: string; onYes: () => unknown },
) {
  const { children, yes, onYes, ...button } = props
  return (
    <DialogButton {...button}>
      {(close) => (
        <>
          <p>{children}</p>
          <footer>
            <Button onClick={close}>Cancel</Button>
            <Button className="danger" onClick={() => (close(), onYes())}>
              {yes}
            </Button>
          </footer>
        </>
      )}
    </DialogButton>
  )
}
