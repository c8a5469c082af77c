import { useState, type ReactNode } from 'react'
import { useErrand } from '../useErrand'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { ErrorState } from './ErrorState'

interface ConfirmDialogProps {
  /** The question. */
  title: string
  /** The answer that does it, and what stands there while it is done. */
  action: string
  pendingAction: string
  /** Does it; what it rejects with is shown, and may be tried again. */
  onConfirm: () => Promise<void>
  onCancel: () => void
  /** What becomes of it. */
  children: ReactNode
}

/** Asks before something is done that can't be undone by a key. */
export function ConfirmDialog({
  title,
  action,
  pendingAction,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const begin = useErrand()
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function confirm() {
    const errand = begin()
    setIsPending(true)
    setError(null)
    try {
      await onConfirm()
    } catch (thrown) {
      errand.fail(thrown, setError, `${title} It was not done.`)
      setIsPending(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="danger" disabled={isPending} onClick={() => void confirm()}>
            {isPending ? pendingAction : action}
          </Button>
        </>
      }
    >
      <div className="quiet">{children}</div>
      <ErrorState error={error} />
    </Dialog>
  )
}
