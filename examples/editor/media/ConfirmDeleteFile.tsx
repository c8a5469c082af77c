import { useState } from 'react'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'

interface ConfirmDeleteFileProps {
  title: string
  onConfirm: () => Promise<void>
  onCancel: () => void
}

/** Asks before a file is deleted, as there is no trash for it. */
export function ConfirmDeleteFile({ title, onConfirm, onCancel }: ConfirmDeleteFileProps) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function confirm() {
    setIsPending(true)
    setError(null)
    try {
      await onConfirm()
    } catch (thrown) {
      setError(thrown)
      setIsPending(false)
    }
  }

  return (
    <Dialog
      title={`Delete “${title || 'No title'}” for good?`}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="danger" disabled={isPending} onClick={() => void confirm()}>
            {isPending ? 'Deleting …' : 'Delete for good'}
          </Button>
        </>
      }
    >
      <p className="quiet">Files have no trash. Documents that show it will show a gap.</p>
      <ErrorState error={error} />
    </Dialog>
  )
}
