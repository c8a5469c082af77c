import { statusNames } from '../statuses'
import type { Filters } from './filters'

interface FilterBarProps {
  filters: Filters
  canFilter: boolean
  onChange: (changes: Partial<Filters>) => void
}

const choices = ['publish', 'draft', 'pending', 'private', 'future']

/** Narrows the list down as you type and choose. */
export function FilterBar({ filters, canFilter, onChange }: FilterBarProps) {
  return (
    <div className="filters">
      <label>
        <span className="hidden">Search</span>
        <input
          className="input"
          type="search"
          placeholder="Search"
          value={filters.search}
          data-native-undo
          onChange={(event) => onChange({ search: event.target.value })}
        />
      </label>
      <label>
        <span className="hidden">Status</span>
        <select
          className="input"
          value={canFilter ? filters.status : 'publish'}
          disabled={!canFilter}
          onChange={(event) => onChange({ status: event.target.value })}
        >
          <option value="any">Every status</option>
          {choices.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </select>
      </label>
      <label className="choice">
        <input
          type="checkbox"
          checked={canFilter && filters.mine}
          disabled={!canFilter}
          onChange={(event) => onChange({ mine: event.target.checked })}
        />
        <span>Only mine</span>
      </label>
    </div>
  )
}
