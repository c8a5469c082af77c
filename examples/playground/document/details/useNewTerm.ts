import { useState } from 'react'
import { saveEntityRecord } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'

/** Makes a term; one that is there already counts as made. */
export function useNewTerm(taxonomy: string) {
  const dispatch = useEntityDispatch()
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function create(name: string): Promise<number | null> {
    setIsPending(true)
    setError(null)
    try {
      const made = await dispatch(saveEntityRecord('taxonomy', taxonomy, { name }, { throwOnError: true }))
      return made?.id === undefined ? null : Number(made.id)
    } catch (thrown) {
      const known = existingTerm(thrown)
      if (known === null) setError(thrown)
      return known
    } finally {
      setIsPending(false)
    }
  }

  return { create, isPending, error }
}

/** The term that the server says is there already. */
function existingTerm(error: unknown): number | null {
  const { code, data } = error as { code?: unknown; data?: { term_id?: unknown } }
  return code === 'term_exists' && typeof data?.term_id === 'number' ? data.term_id : null
}
