import { useState } from 'react'
import { saveEntityRecord } from 'copydesk'
import { useEntityDispatch, type ResourcePermissions } from 'copydesk/react'
import { ErrorState } from '../ui/ErrorState'
import { goTo, type PostType } from '../route'
import { withArticle } from '../session/roles'
import { Button } from '../ui/Button'

interface NewRecordProps {
  type: PostType
  role: string
  permissions: Pick<ResourcePermissions, 'canCreate' | 'hasResolved'>
}

/** Makes a new draft and opens it, or says why that is not possible. */
export function NewRecord({ type, role, permissions: { canCreate, hasResolved } }: NewRecordProps) {
  const dispatch = useEntityDispatch()
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function create() {
    setIsPending(true)
    setError(null)
    try {
      const draft = { title: `Untitled ${type}`, status: 'draft' }
      const created = await dispatch(saveEntityRecord('postType', type, draft, { throwOnError: true }))
      if (created) goTo(type, created.id)
    } catch (thrown) {
      setError(thrown)
    }
    setIsPending(false)
  }

  return (
    <div className="list-head">
      <Button
        disabled={!canCreate || isPending}
        aria-describedby="new-record-hint"
        onClick={() => void create()}
      >
        {isPending ? 'Making a draft …' : `New ${type}`}
      </Button>
      <p id="new-record-hint" className="hint">
        {hasResolved && !canCreate && `As ${withArticle(role)} you can’t make ${type}s.`}
      </p>
      <ErrorState error={error} />
    </div>
  )
}
