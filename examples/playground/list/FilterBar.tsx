import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useEntityRecords } from 'copydesk/react'
import { Checkbox, Select, TextField } from '../ui/Field'
import { IconButton } from '../ui/IconButton'
import type { Choice, ChoiceRecords, Filter, ListDescription } from './listDescription'
import { initialOf, type ListState } from './useListState'

interface FilterBarProps {
  list: Pick<ListDescription<never>, 'orders' | 'filters' | 'isPaged'>
  state: ListState
  onChange: (changes: Readonly<Record<string, string>>) => void
}

/** Narrows the list down as you type and choose. What is seldom used is folded away until it is. */
export function FilterBar({ list: { orders, filters, isPaged }, state, onChange }: FilterBarProps) {
  const primary = filters.filter(({ isPrimary }) => isPrimary)
  const others = filters.filter(({ isPrimary }) => !isPrimary)
  const isUsed = (one: Filter) => state.filters[one.name] !== firstOf(one)
  const isChanged = state.isEndless || others.some((one) => state.filters[one.name] !== initialOf(one))
  const [choice, setChoice] = useState<boolean | null>(null)
  const isUnfolded = choice ?? isChanged
  // What the list leaves out is always said: an author's begins with their own.
  const shown = isUnfolded ? others : others.filter(isUsed)
  const canUnfold = others.length > 0 || orders.length > 1 || isPaged
  return (
    <div className="filters" role="search">
      <div className="search-line">
        <TextField
          label="Search"
          isLabelHidden
          type="search"
          placeholder="Search"
          aria-keyshortcuts="/"
          data-native-undo
          data-search
          value={state.search}
          onChange={(event) => onChange({ search: event.target.value })}
        />
        {primary.map((filter) => (
          <FilterSelect key={filter.name} {...{ filter, state, onChange }} isLabelHidden />
        ))}
        {canUnfold && (
          <IconButton
            label="Filters and order"
            icon={SlidersHorizontal}
            aria-expanded={isUnfolded}
            onClick={() => setChoice(!isUnfolded)}
          />
        )}
      </div>
      {(shown.length > 0 || (canUnfold && isUnfolded)) && (
        <div className="filter-fields">
          {shown.map((filter) => (
            <FilterSelect key={filter.name} {...{ filter, state, onChange }} isFolded={!isUnfolded} />
          ))}
          {isUnfolded && orders.length > 1 && (
            <Select
              label="Order"
              value={state.order || orders[0]?.value}
              onChange={({ target }) =>
                onChange({ order: target.value === orders[0]?.value ? '' : target.value })
              }
            >
              {orders.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
          {isUnfolded && isPaged && (
            <Checkbox
              label="Load more as I scroll"
              checked={state.isEndless}
              onChange={({ target }) => onChange({ view: target.checked ? 'endless' : '' })}
            />
          )}
        </div>
      )}
    </div>
  )
}

function firstOf({ choices }: Filter): string {
  return choices[0]?.value ?? ''
}

interface FilterSelectProps extends Pick<FilterBarProps, 'state' | 'onChange'> {
  filter: Filter
  isLabelHidden?: boolean
  /** Whether it is shown as one of those that are used, while the others are put away. */
  isFolded?: boolean
}

function FilterSelect(props: FilterSelectProps) {
  const { records } = props.filter
  return records ? <RecordFilterSelect {...props} records={records} /> : <ChoiceFilterSelect {...props} />
}

function RecordFilterSelect({
  records,
  isFolded = false,
  ...props
}: FilterSelectProps & { records: ChoiceRecords }) {
  const { filter, state } = props
  const { kind, name, query, toChoice } = records
  const [isReached, setIsReached] = useState(false)
  const isKnown = filter.choices.some(({ value }) => value === state.filters[filter.name])
  // What is chosen has a name already: the others are read when somebody is about to choose.
  const isEnabled = !isFolded || !isKnown || isReached
  const read = useEntityRecords(kind, name, query, { enabled: isEnabled })
  const found = ((read.records ?? []) as unknown as readonly { id: number; name: string }[]).map(toChoice)
  const others = found.filter(({ value }) => filter.choices.every((choice) => choice.value !== value))
  return <ChoiceFilterSelect {...props} others={others} onReach={() => setIsReached(true)} />
}

function ChoiceFilterSelect({
  filter,
  others = [],
  state,
  onChange,
  isLabelHidden,
  onReach,
}: FilterSelectProps & { others?: readonly Choice[]; onReach?: () => void }) {
  const { name, label, isDisabled } = filter
  const choices = [...filter.choices, ...others]
  const value = state.filters[name] ?? initialOf(filter)
  // What the address names may not be known yet, such as an author.
  const isKnown = choices.some((choice) => choice.value === value)
  return (
    <Select
      label={label}
      isLabelHidden={isLabelHidden}
      value={value}
      disabled={isDisabled}
      onFocus={onReach}
      onPointerEnter={onReach}
      onChange={({ target }) => onChange({ [name]: target.value })}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}
