import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { EntityQuery } from 'copydesk'
import { useCanUser } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { goToList } from '../route'
import { withArticle } from '../session/roles'
import { useSession } from '../session/SessionContext'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { useFormRecord } from './formContext'
import { useRemoval } from './useRemoval'

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
  const { user } = useSession()
  // What has no id is never deleted.
  const { kind, name, id = '' } = useFormRecord()
  const canDelete = useCanUser('delete', { kind, name, id })
  const removeRecord = useRemoval(kind, name)
  const [isAsking, setIsAsking] = useState(false)

  async function remove() {
    await removeRecord(id, { what, query, leave: () => goToList(then) })
    setIsAsking(false)
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
          action={what.startsWith('this ') ? `${label} ${what.slice(5)}` : label}
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
