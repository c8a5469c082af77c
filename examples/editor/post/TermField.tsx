import { useDeferredValue, useState } from 'react'
import { createEntityRecord } from 'copydesk/durable'
import { useCanUser, useEntityDispatch, useEntityRecords } from 'copydesk/react'
import { useDrafts } from 'copydesk/durable/react'
import { posts } from '../posts/posts'
import { Problem } from '../ui/Problem'
import { fromHtml } from '../ui/texts'

interface TermFieldProps {
  id: number
  taxonomy: 'category' | 'post_tag'
  field: 'categories' | 'tags'
  label: string
}

/** The terms of a post, read in a context in which everybody may see them. A new one is there at once, and is made with the post that is saved first. */
export function TermField({ id, taxonomy, field, label }: TermFieldProps) {
  const dispatch = useEntityDispatch()
  const { value: chosen = [], set } = posts.useField(id, field)
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
  const isNew = asked !== '' && terms.every(([, name]) => name.toLowerCase() !== asked.toLowerCase())

  const toggle = (term: number) =>
    set(chosen.includes(term) ? chosen.filter((one) => one !== term) : [...chosen, term])

  function add() {
    set([...chosen, Number(dispatch(createEntityRecord('taxonomy', taxonomy, { name: asked })))])
    setSearch('')
  }

  return (
    <fieldset aria-busy={found.isFetching}>
      <legend>{label}</legend>
      {found.error && <Problem error={found.error} onRetry={found.refetch} />}
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
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (isNew && mayCreate) add()
          }}
        />
        {isNew && mayCreate && <button onClick={add}>Add “{asked}”</button>}
      </div>
    </fieldset>
  )
}
