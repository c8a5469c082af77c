import type { ComponentType } from 'react'
import type { RecoveredEdits } from 'copydesk/durable'
import { showDate } from '../ui/texts'
import { fieldName } from './fieldNames'
import { Side } from './Side'

interface RecoveredListProps {
  items: readonly RecoveredEdits[]
  onKeep: (item: RecoveredEdits) => void
  onDiscard: (item: RecoveredEdits) => void
  nameOf?: (item: RecoveredEdits) => string
  /** Shows what became of a field. */
  Difference?: ComponentType<{ field: string; from: unknown; to: unknown }>
}

const standings: Record<RecoveredEdits['standing'], string> = {
  unchecked: 'Not compared with the site yet.',
  same: 'Nobody has changed it since.',
  newer: 'Somebody has changed other things of it since: both stay.',
  conflict: 'Somebody has changed the same since. If you keep yours, you choose when you save.',
  gone: 'It was deleted on the site since. What you wrote can go on as a new one.',
  forbidden: 'You may no longer change it. Keep it to copy what you wrote.',
  unknownEntity: 'The site no longer has anything of this sort: it can be read here, and not saved.',
}

/** What pages have left unsaved: what it changes, and how it stands to what the site has now. */
export function RecoveredList(props: RecoveredListProps) {
  const { items, onKeep, onDiscard, nameOf = titleOf, Difference = Field } = props
  return (
    <ul className="stack">
      {items.map((item) => (
        <li key={item.item} className="card stack" aria-label={nameOf(item)}>
          <h3>{nameOf(item)}</h3>
          <p className="quiet">
            {item.from === 'crashed' ? 'The page crashed' : 'The page was closed'} after{' '}
            {showDate(item.editedAt)}. {item.isNew ? 'It is on this device only.' : standings[item.standing]}
          </p>
          {item.fields.map((field) => (
            <Difference key={field} field={field} from={at(item.basis, field)} to={at(item.values, field)} />
          ))}
          <footer>
            <button aria-label={`Discard ${nameOf(item)}`} onClick={() => onDiscard(item)}>
              Discard
            </button>
            {item.standing !== 'unknownEntity' && (
              <button className="primary" aria-label={`Keep ${nameOf(item)}`} onClick={() => onKeep(item)}>
                {item.standing === 'gone' ? 'Keep as a new one' : 'Keep'}
              </button>
            )}
          </footer>
        </li>
      ))}
    </ul>
  )
}

const titleOf = ({ title }: RecoveredEdits) => title || '(no title)'

function Field({ field, from, to }: { field: string; from: unknown; to: unknown }) {
  return (
    <div>
      <strong>{fieldName(field)}</strong>
      <Side from={from} to={to} />
    </div>
  )
}

/** The value of a field as it is named: `meta.subtitle` is an entry of `meta`. */
function at(values: RecoveredEdits['values'], field: string): unknown {
  if (Object.hasOwn(values, field)) return values[field]
  const [parent = '', ...entry] = field.split('.')
  return (values[parent] as Record<string, unknown> | undefined)?.[entry.join('.')]
}
