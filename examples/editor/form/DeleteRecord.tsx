import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { clearEntityRecordEdits, deleteEntityRecord, type EntityId, type EntityQuery } from 'copydesk'
import { useCanUser, useEntityDispatch } from 'copydesk/react'
import { useRenders } from '../hood/useRenders'
import { goToList } from '../route'
import { withArticle } from '../session/roles'
import { useSession } from '../session/SessionContext'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'

interface DeleteRecordProps {
  kind: string
  name: string
  id: EntityId
  /** "the category “News”". */
  what: string
  /** What the server wants to hear, such as `force`. */
  query: EntityQuery
  /** Where to be afterwards. */
  then: string
  label?: string
  /** What becomes of it. */
  children: ReactNode
}

/** Deletes a record, after asking. */
export function DeleteRecord({
  kind,
  name,
  id,
  what,
  query,
  then,
  label = 'Delete',
  children,
}: DeleteRecordProps) {
  useRenders('DeleteRecord')
  const dispatch = useEntityDispatch()
  const { user } = useSession()
  const canDelete = useCanUser('delete', { kind, name, id })
  const [isAsking, setIsAsking] = useState(false)

  async function remove() {
    await dispatch(deleteEntityRecord(kind, name, id, query, { throwOnError: true }))
    dispatch(clearEntityRecordEdits(kind, name, id))
    setIsAsking(false)
    goToList(then)
  }

  return (
    <>
      <Button
        disabled={canDelete !== true}
        title={canDelete === false ? `As ${withArticle(user.role)} you can’t do this.` : undefined}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 aria-hidden />
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`${label} ${what}?`}
          action={`Yes, ${label.toLowerCase()}`}
          pendingAction="One moment …"
          onConfirm={remove}
          onCancel={() => setIsAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
