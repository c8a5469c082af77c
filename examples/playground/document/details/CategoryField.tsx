import { useState } from 'react'
import { useDrafts } from 'copydesk/durable/react'
import { useEntityRecords } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../../plainText'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { ErrorState } from '../../ui/ErrorState'
import { Checkbox, TextField } from '../../ui/Field'
import { Skeleton } from '../../ui/Skeleton'
import { useDocumentField } from '../useDocumentField'
import type { TermFieldProps } from './TermFields'
import { nounOf } from '../../terms/nounOf'
import { useNewTerm } from './useNewTerm'

interface Term {
  id: number
  name: string
  parent: number
  /** Whether it is made with the document that is saved first. */
  isNew?: boolean
}

/** Terms that stand below one another, to be ticked. */
export function CategoryField({ type, id, taxonomy, name, field, canAssign, canCreate }: TermFieldProps) {
  useRenders('CategoryField')
  const { value = [], change } = useDocumentField(type, id, field)
  const { records, error, refetch } = useEntityRecords('taxonomy', taxonomy, {
    context: 'view',
    per_page: -1,
    orderby: 'name',
    order: 'asc',
    _fields: 'id,name,parent',
  })
  const [isAdding, setIsAdding] = useState(false)
  const drafts = useDrafts('taxonomy', taxonomy)
  const create = useNewTerm(taxonomy)
  // What the site does not know yet stands below what it has.
  const terms = [
    ...((records ?? []) as unknown as readonly Term[]),
    ...drafts.map(({ id: local, title }) => ({ id: Number(local), name: title, parent: 0, isNew: true })),
  ]
  if (!records && error) return <ErrorState error={error} onRetry={refetch} />
  if (!records) return <Skeleton height="6rem" />
  return (
    <>
      <div className="term-tree" role="group" aria-label={name}>
        {inOrder(terms).map(({ term, depth }) => (
          <div key={term.id} style={{ paddingLeft: `${depth * 1.25}rem` }}>
            <Checkbox
              label={
                term.isNew ? (
                  <>
                    {term.name} <Badge>new</Badge>
                  </>
                ) : (
                  plainText(term.name)
                )
              }
              checked={value.includes(term.id)}
              disabled={!canAssign}
              onChange={({ target }) =>
                change(target.checked ? [...value, term.id] : value.filter((one) => one !== term.id))
              }
            />
          </div>
        ))}
        {terms.length === 0 && <p className="hint">None yet.</p>}
      </div>
      {canCreate && canAssign && !isAdding && (
        <Button size="small" onClick={() => setIsAdding(true)}>
          Add {nounOf(taxonomy)}
        </Button>
      )}
      {isAdding && (
        <NewTerm
          taxonomy={taxonomy}
          onAdd={(typed) => {
            const same = terms.find((term) => plainText(term.name).toLowerCase() === typed.toLowerCase())
            const term = same?.id ?? create(typed)
            if (!value.includes(term)) change([...value, term])
            setIsAdding(false)
          }}
        />
      )}
    </>
  )
}

/** Asks for a name. Nothing is sent: the term is made with the document that is saved first. */
function NewTerm({ taxonomy, onAdd }: { taxonomy: string; onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <form
      className="row-of new-term"
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(name.trim())
      }}
    >
      <TextField
        label={`New ${nounOf(taxonomy)}`}
        value={name}
        autoFocus
        required
        data-native-undo
        onChange={({ target }) => setName(target.value)}
      />
      <Button size="small" type="submit" disabled={name.trim() === ''}>
        Add
      </Button>
    </form>
  )
}

/** Terms under their parents, by name; what has no parent among them stands at the top. */
function inOrder(terms: readonly Term[]): { term: Term; depth: number }[] {
  const known = new Set(terms.map(({ id }) => id))
  const below = (parent: number, depth: number): { term: Term; depth: number }[] =>
    depth > 10
      ? []
      : terms
          .filter((term) => (known.has(term.parent) ? term.parent : 0) === parent)
          .flatMap((term) => [{ term, depth }, ...below(term.id, depth + 1)])
  return below(0, 0)
}
