import { useDeferredValue, useEffect, useState } from 'react'
import { createEntityRecord } from 'copydesk/durable'
import { useEntityDispatch, useEntityRecords, useResourcePermissions } from 'copydesk/react'
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
  // All categories are to choose from, tags are to be looked for: they are read once somebody begins to.
  const [isWriting, setWriting] = useState(false)
  const isOpen = isWriting || taxonomy === 'category'
  const found = useEntityRecords(
    'taxonomy',
    taxonomy,
    { context: 'view', per_page: 20, orderby: 'count', order: 'desc', ...(asked && { search: asked }) },
    { enabled: isOpen, keepPreviousData: true },
  )
  const isToRead = (term: number) => term > 0 && !found.records?.some(({ id }) => id === term)
  const own = useEntityRecords(
    'taxonomy',
    taxonomy,
    { context: 'view', per_page: 100, include: chosen.filter((term) => term > 0) },
    { enabled: (!isOpen || found.records !== undefined) && chosen.some(isToRead), keepPreviousData: true },
  )
  const drafts = useDrafts('taxonomy', taxonomy).map((draft) => ({ id: Number(draft.id), name: draft.title }))

  // Those that are chosen stand first, whatever is searched for.
  const known = [...drafts, ...(own.records ?? []), ...(found.records ?? [])]
  const terms = [...new Map(known.map((term) => [term.id, term.name]))]
  const shown = [true, false].flatMap((is) => terms.filter(([term]) => chosen.includes(term) === is))
  const same = terms.find(([, name]) => fromHtml(name).toLowerCase() === search.trim().toLowerCase())
  const [wanted, setWanted] = useState('')

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
          onFocus={() => setWriting(true)}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ',') return
            event.preventDefault()
            if (same) add()
            else setWanted(search.trim())
          }}
        />
        {isWriting && (
          <AddButton taxonomy={taxonomy} name={same ? '' : search.trim()} wanted={wanted} onClick={add} />
        )}
      </div>
    </fieldset>
  )
}

interface AddButtonProps extends Pick<TermFieldProps, 'taxonomy'> {
  name: string
  /** What is to be added as soon as that is allowed. */
  wanted: string
  onClick: () => void
}

/** For a name that is new, where one may make terms: that is asked once somebody begins to write. */
function AddButton({ taxonomy, name, wanted, onClick }: AddButtonProps) {
  const { canCreate, isResolving, status } = useResourcePermissions({ kind: 'taxonomy', name: taxonomy })
  // Where the site can't be asked, it says so once the term is sent.
  const isShown = name !== '' && !isResolving && (canCreate || status === 'error')
  useEffect(() => void (isShown && wanted === name && onClick()))
  return isShown ? <button onClick={onClick}>Add “{name}”</button> : null
}
