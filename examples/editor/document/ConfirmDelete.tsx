import { useEffect, useRef, useState } from 'react'
import { ErrorMessage } from '../ErrorMessage'

interface ConfirmDeleteProps {
  title: string
  hasEdits: boolean
  onConfirm: () => Promise<void>
  onCancel: () => void
}

/** Asks before a document goes to the trash. */
export function ConfirmDelete({ title, hasEdits, onConfirm, onCancel }: ConfirmDeleteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

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
    <dialog ref={dialog} className="card" aria-labelledby="confirm-heading" onClose={onCancel}>
      <h2 id="confirm-heading">Move “{title || 'No title'}” to the trash?</h2>
      <p className="quiet">
        {hasEdits ? 'Its unsaved changes are lost.' : 'WordPress keeps it in the trash for thirty days.'}
      </p>
      <ErrorMessage error={error} />
      <div className="buttons">
        <button onClick={onCancel} disabled={isPending}>
          Cancel
        </button>
        <button className="danger" disabled={isPending} onClick={() => void confirm()}>
          {isPending ? 'Moving …' : 'Move to the trash'}
        </button>
      </div>
    </dialog>
  )
}
