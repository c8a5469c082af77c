import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { clearEntityRecordEdits, deleteEntityRecord, type EntityQuery } from 'copydesk'
import { useCanUser, useEntityDispatch } from 'copydesk/react'
import { useRenders } from '../hood/useRenders'
import { goToList } from '../route'
import { withArticle } from '../session/roles'
import { useSession } from '../session/SessionContext'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { useFormRecord } from './formContext'

interface DeleteRecordProps {
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

/** Deletes the record of the form, after asking. */
export function DeleteRecord({ what, query, then, label = 'Delete', children }: DeleteRecordProps) {
  useRenders('DeleteRecord')
  const dispatch = useEntityDispatch()
  const { user } = useSession()
  // What has no id is never deleted.
  const { kind, name, id = '' } = useFormRecord()
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
