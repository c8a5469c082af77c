import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import type { EntityQuery } from 'copydesk'
import { isLocalId } from 'copydesk/durable'
import { useDrafts } from 'copydesk/durable/react'
import { useEntityRecords } from 'copydesk/react'
import { X } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { useDebounced } from '../../list/useDebounced'
import { plainText } from '../../plainText'
import { useDocumentField } from '../useDocumentField'
import type { TermFieldProps } from './TermFields'
import { useNewTerm } from './useNewTerm'

interface Choice {
  /** Null for one that is yet to be made. */
  id: number | null
  name: string
}

/** Terms to be typed: suggestions while typing; Enter or a comma takes one, and creates it where there is none. */
export function TagField({ type, id, taxonomy, name, field, canAssign, canCreate }: TermFieldProps) {
  useRenders('TagField')
  const { value = [], change } = useDocumentField(type, id, field)
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  /** Whether Enter was pressed before it was known what there is. */
  /** Another one each time that Enter was pressed for what is typed: it is taken once its suggestions are there. */
  const [awaited, setAwaited] = useState<object | null>(null)
  const fieldId = useId()
  const { terms: chosen, isResolving } = useTerms(
    taxonomy,
    { include: value.filter((term) => !isLocalId(term)), per_page: 100 },
    value.some((term) => !isLocalId(term)),
  )
  const drafts = useDrafts('taxonomy', taxonomy).map((draft) => ({ id: Number(draft.id), name: draft.title }))
  const search = useDebounced(text.trim(), 200)
  const { terms: found, isResolving: isSearching } = useTerms(
    taxonomy,
    { search, per_page: 8 },
    search !== '',
  )
  const create = useNewTerm(taxonomy)

  const typed = text.trim()
  const begun = drafts.filter(({ name: text }) => text.toLowerCase().includes(typed.toLowerCase()))
  const known: Choice[] = typed === '' ? [] : [...found, ...begun].filter((term) => !value.includes(term.id))
  const isKnown = [...found, ...chosen, ...drafts].some(
    (term) => term.name.toLowerCase() === typed.toLowerCase(),
  )
  const isNew = canCreate && typed !== '' && search === typed && !isKnown
  const choices = isNew ? [...known, { id: null, name: typed }] : known
  const isShown = isOpen && choices.length > 0
  const isSettled = search === typed && !isSearching

  function take(choice: Choice | undefined) {
    if (!choice) return
    const term = choice.id ?? create(choice.name)
    change([...new Set([...value, term])])
    setText('')
    setPlace(0)
  }

  /** The suggestion that is pointed at; by itself the one of that very name, which may be a new one. */
  const takeTyped = useEffectEvent(() => {
    const same = choices.find((choice) => choice.name.toLowerCase() === typed.toLowerCase())
    take(place > 0 ? choices[place] : (same ?? choices[0]))
  })
  useEffect(() => {
    if (!awaited || !isSettled) return undefined
    const timer = setTimeout(() => takeTyped())
    return () => clearTimeout(timer)
  }, [awaited, isSettled])

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      if (typed !== '') setAwaited({})
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (choices.length > 0) setPlace((place + step + choices.length) % choices.length)
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      setIsOpen(false)
    } else if (event.key === 'Backspace' && text === '') change(value.slice(0, -1))
  }

  return (
    <div className="tags">
      <ul className="tag-list" aria-label={name}>
        {value.map((term) => {
          const termName =
            [...chosen, ...drafts].find((one) => one.id === term)?.name ??
            (isResolving ? '…' : `Term ${term}`)
          return (
            <li key={term} className="tag">
              {termName}
              {canAssign && (
                <button
                  type="button"
                  aria-label={`Remove ${termName}`}
                  onClick={() => change(value.filter((one) => one !== term))}
                >
                  <X aria-hidden />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {canAssign && (
        <div className="combobox">
          <input
            className="input"
            role="combobox"
            aria-label={`Add to ${name.toLowerCase()}`}
            aria-expanded={isShown}
            aria-controls={`${fieldId}-list`}
            aria-activedescendant={isShown ? `${fieldId}-${place}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            placeholder={canCreate ? 'Find or create' : 'Find'}
            data-native-undo
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setAwaited(null)
              setPlace(0)
              setIsOpen(true)
            }}
            onBlur={() => setIsOpen(false)}
            onKeyDown={press}
          />
          <ul
            id={`${fieldId}-list`}
            className="combobox-list"
            role="listbox"
            hidden={!isShown}
            aria-label={name}
          >
            {choices.map((choice, at) => (
              <li
                key={choice.id ?? 'new'}
                id={`${fieldId}-${at}`}
                role="option"
                aria-selected={at === place}
                onMouseDown={(event) => {
                  event.preventDefault()
                  take(choice)
                }}
              >
                {choice.id === null ? `Create “${choice.name}”` : choice.name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function useTerms(taxonomy: string, query: object, enabled: boolean) {
  const asked: EntityQuery = { context: 'view', _fields: 'id,name', ...query }
  const { records, isResolving } = useEntityRecords('taxonomy', taxonomy, asked, {
    enabled,
    keepPreviousData: true,
  })
  const terms = (enabled ? (records ?? []) : []) as unknown as { id: number; name: string }[]
  return { terms: terms.map((term) => ({ id: term.id, name: plainText(term.name) })), isResolving }
}
