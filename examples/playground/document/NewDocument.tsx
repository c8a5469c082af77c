import { Plus } from 'lucide-react'
import { useState } from 'react'
import { saveEntityRecord } from 'copydesk'
import { useEntityDispatch, useResourcePermissions } from 'copydesk/react'
import { useErrand } from '../useErrand'
import { useRenders } from '../hood/useRenders'
import { addresses, type PostType } from '../route'
import { withArticle } from '../session/roles'
import { Button } from '../ui/Button'
import { ErrorState } from '../ui/ErrorState'
import { Refusal } from '../ui/Refusal'

/** Makes a new draft and opens it, or says why that is not possible. */
export function NewDocument({ type, role }: { type: PostType; role: string }) {
  useRenders('NewDocument')
  const dispatch = useEntityDispatch()
  const begin = useErrand()
  const { canCreate, status } = useResourcePermissions({ kind: 'postType', name: type })
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isRefused = status === 'success' && !canCreate
  // Where that could not be learnt, the server says so itself.
  const isOpen = canCreate || status === 'error'

  async function create() {
    const errand = begin()
    setIsPending(true)
    setError(null)
    try {
      const draft = { title: `Untitled ${type}`, status: 'draft' }
      const created = await dispatch(saveEntityRecord('postType', type, draft, { throwOnError: true }))
      if (created) errand.arrive(addresses.document(type, created.id), `The new ${type} is there.`)
    } catch (thrown) {
      errand.fail(thrown, setError, `The new ${type} was not made.`)
    }
    setIsPending(false)
  }

  return (
    <>
      <Button
        disabled={!isOpen || isPending}
        aria-describedby={isRefused ? 'new-document-refusal' : undefined}
        onClick={() => void create()}
      >
        <Plus aria-hidden />
        {isPending ? 'Making a draft …' : `New ${type}`}
      </Button>
      {isRefused && (
        <Refusal id="new-document-refusal">
          As {withArticle(role)} you can’t make {type}s.
        </Refusal>
      )}
      <ErrorState error={error} />
    </>
  )
}
