import { selectEditedEntityRecord } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import type { PostType } from '../route'
import { ConfirmDialog } from '../ui/ConfirmDialog'

interface ConfirmDeleteProps {
  type: PostType
  id: number
  hasEdits: boolean
  onConfirm: () => Promise<void>
  onCancel: () => void
}

/** Asks before a document goes to the trash. */
export function ConfirmDelete({ type, id, hasEdits, onConfirm, onCancel }: ConfirmDeleteProps) {
  useRenders('ConfirmDelete')
  const title = useEntitySelector((state) => selectEditedEntityRecord(state, 'postType', type, id)?.title)
  return (
    <ConfirmDialog
      title={`Move “${title || 'No title'}” to trash?`}
      action="Move to trash"
      pendingAction="Moving …"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {hasEdits ? 'Its unsaved changes are lost.' : 'WordPress keeps it there for thirty days.'}
    </ConfirmDialog>
  )
}
