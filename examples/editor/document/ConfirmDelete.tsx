import { useState } from 'react'
import { selectEditedEntityRecord } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import type { PostType } from '../route'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'

interface ConfirmDeleteProps {
  type: PostType
  id: number
  hasEdits: boolean
  onConfirm: () => Promise<void>
  onCancel: () => void
}

/** Asks before a document goes to the trash. */
export function ConfirmDelete({ type, id, hasEdits, onConfirm, onCancel }: ConfirmDeleteProps) {
  const title = useEntitySelector((state) => selectEditedEntityRecord(state, 'postType', type, id)?.title)
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
      title={`Move “${title || 'No title'}” to the trash?`}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="danger" disabled={isPending} onClick={() => void confirm()}>
            {isPending ? 'Moving …' : 'Move to the trash'}
          </Button>
        </>
      }
    >
      <p className="quiet">
        {hasEdits ? 'Its unsaved changes are lost.' : 'WordPress keeps it in the trash for thirty days.'}
      </p>
      <ErrorState error={error} />
    </Dialog>
  )
}
