import { Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { saveEntityRecord, type EntityId } from 'copydesk'
import { useEntityDispatch, useResourcePermissions } from 'copydesk/react'
import { useErrand } from '../useErrand'
import { useRenders } from 'copydesk/devtools'
import { withArticle } from '../session/roles'
import { useSession } from '../session/SessionContext'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'
import { TextField } from '../ui/Field'
import { Refusal } from '../ui/Refusal'

interface NewRecordProps {
  kind: string
  name: string
  /** "category". */
  noun: string
  /** "categories". */
  many: string
  /** What the server has to be told. */
  fields: readonly { name: string; label: string; type?: 'email' | 'password' }[]
  addressOf: (id: EntityId) => string
}

/** Asks for the least that a new record needs, makes it and opens it; or says why that is not possible. */
export function NewRecord({ kind, name, noun, many, fields, addressOf }: NewRecordProps) {
  useRenders('NewRecord')
  const dispatch = useEntityDispatch()
  const begin = useErrand()
  const { user } = useSession()
  const { canCreate, status } = useResourcePermissions({ kind, name })
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isRefused = status === 'success' && !canCreate
  // Where that could not be learnt, the server says so itself.
  const isOpen = canCreate || status === 'error'

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const errand = begin()
    setIsPending(true)
    setError(null)
    try {
      const payload = Object.fromEntries(new FormData(event.currentTarget))
      const created = await dispatch(saveEntityRecord(kind, name, payload, { throwOnError: true }))
      setIsAsking(false)
      if (created?.id !== undefined) errand.arrive(addressOf(created.id), `The ${noun} was created.`)
    } catch (thrown) {
      errand.fail(thrown, setError, `The ${noun} was not created.`)
    }
    setIsPending(false)
  }

  return (
    <>
      <Button
        disabled={!isOpen}
        aria-describedby={isRefused ? 'new-record-refusal' : undefined}
        onClick={() => setIsAsking(true)}
      >
        <Plus aria-hidden />
        New {noun}
      </Button>
      {isRefused && (
        <Refusal id="new-record-refusal">
          As {withArticle(user.role)} you can’t create {many}.
        </Refusal>
      )}
      {isAsking && (
        <Dialog title={`New ${noun}`} onClose={() => setIsAsking(false)}>
          <form className="stack" onSubmit={(event) => void create(event)}>
            {fields.map((field) => (
              <TextField
                key={field.name}
                name={field.name}
                label={field.label}
                type={field.type ?? 'text'}
                required
                autoComplete="off"
              />
            ))}
            <ErrorState error={error} />
            <div className="dialog-actions">
              <Button disabled={isPending} onClick={() => setIsAsking(false)}>
                Cancel
              </Button>
              <Button variant="primary" type="submit" disabled={isPending}>
                {isPending ? 'Creating …' : `Create ${noun}`}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
