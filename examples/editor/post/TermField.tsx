import { useDeferredValue, useState } from 'react'
import { createEntityRecord } from 'copydesk/durable'
import { useCanUser, useEntityDispatch, useEntityRecords } from 'copydesk/react'
import { useDrafts } from 'copydesk/durable/react'
import { Problem } from '../ui/Problem'
import { fromHtml } from '../ui/texts'

interface TermFieldProps {
  taxonomy: 'category' | 'post_tag'
  label: string
  /** What `useField` gives of a list of ids. */
  field: { readonly value: readonly number[] | undefined; readonly set: (value: number[]) => void }
  isReadOnly?: boolean
}

/** The terms of a record, read in a context in which everybody may see them. A new one is there at once, and is made with the record that is saved first. */
export function TermField({ taxonomy, label, field, isReadOnly = false }: TermFieldProps) {
  const dispatch = useEntityDispatch()
  const { value: chosen = [], set } = field
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const found = useEntityRecords(
    'taxonomy',
    taxonomy,
    { context: 'view', per_page: 20, orderby: 'count', order: 'desc', ...(asked && { search: asked }) },
    { keepPreviousData: true },
  )
  const own = useEntityRecords(
    'taxonomy',
    taxonomy,
    { context: 'view', per_page: 100, include: chosen.filter((term) => term > 0) },
    { enabled: chosen.some((term) => term > 0), keepPreviousData: true },
  )
  const drafts = useDrafts('taxonomy', taxonomy).map((draft) => ({ id: Number(draft.id), name: draft.title }))

  const mayCreate = useCanUser('create', { kind: 'taxonomy', name: taxonomy })

  // Those that are chosen stand first, whatever is searched for.
  const known = [...drafts, ...(own.records ?? []), ...(found.records ?? [])]
  const terms = [...new Map(known.map((term) => [term.id, term.name]))]
  const shown = [
    ...terms.filter(([term]) => chosen.includes(term)),
    ...terms.filter(([term]) => !chosen.includes(term)),
  ]
  const same = terms.find(([, name]) => fromHtml(name).toLowerCase() === search.trim().toLowerCase())
  const isNew = search.trim() !== '' && !same && mayCreate === true

  const toggle = (term: number) =>
    set(chosen.includes(term) ? chosen.filter((one) => one !== term) : [...chosen, term])

  function add() {
    const name = search.trim()
    const term = same?.[0] ?? Number(dispatch(createEntityRecord('taxonomy', taxonomy, { name })))
    if (!chosen.includes(term)) set([...chosen, term])
    setSearch('')
  }

  return (
    <fieldset aria-busy={found.isFetching} disabled={isReadOnly}>
      <legend>{label}</legend>
      {found.error && !found.records && <Problem error={found.error} onRetry={found.refetch} />}
      <div className="terms">
        {shown.map(([term, name]) => (
          <label key={term}>
            <input type="checkbox" checked={chosen.includes(term)} onChange={() => toggle(term)} />
            {fromHtml(name)}
          </label>
        ))}
      </div>
      <div className="tools">
        <input
          type="search"
          aria-label={`Find or add ${label.toLowerCase()}`}
          placeholder="Find or add"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return
            event.preventDefault()
            if (same || isNew) add()
          }}
        />
        {isNew && <button onClick={add}>Add “{search.trim()}”</button>}
      </div>
    </fieldset>
  )
}
