import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { saveEntityRecord, selectEntityRecord, type CommentStatus } from 'copydesk'
import { useCanUser, useEntityDispatch, useEntityStore } from 'copydesk/react'
import { errorText } from '../errorText'
import { useRemoval } from '../form/useRemoval'
import { addresses, goToList } from '../route'
import { Button } from '../ui/Button'
import { useNotify } from '../ui/Notices'

/** Moves a comment to the trash, and offers to take that back. */
export function TrashComment({ id }: { id: number }) {
  const canDelete = useCanUser('delete', { kind: 'root', name: 'comment', id })
  const { getState } = useEntityStore()
  const dispatch = useEntityDispatch()
  const notify = useNotify()
  const remove = useRemoval('root', 'comment')
  const [isPending, setIsPending] = useState(false)

  async function restore(status: CommentStatus) {
    try {
      await dispatch(saveEntityRecord('root', 'comment', { id, status }, { throwOnError: true }))
    } catch (error) {
      notify({ text: `The comment was not restored. ${errorText(error)}`, tone: 'danger' })
    }
  }

  async function trash() {
    const status = selectEntityRecord(getState(), 'root', 'comment', id)?.status ?? 'hold'
    setIsPending(true)
    try {
      await remove(id, { what: 'this comment', query: {}, leave: () => goToList(addresses.comments()) })
      notify({
        text: 'The comment is in the trash.',
        actions: [{ label: 'Undo', onSelect: () => restore(status) }],
      })
    } catch (error) {
      notify({ text: `The comment was not moved to the trash. ${errorText(error)}`, tone: 'danger' })
    }
    setIsPending(false)
  }

  return (
    <Button disabled={canDelete !== true || isPending} onClick={() => void trash()}>
      <Trash2 aria-hidden />
      Move to trash
    </Button>
  )
}
