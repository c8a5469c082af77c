import { memo, useState } from 'react'
import type { RecoveredEdits } from 'copydesk/durable'
import { useRenders } from 'copydesk/devtools'
import { longDate } from '../dates'
import { inFieldOrder } from '../difference/fieldOrder'
import { FieldDifference } from '../difference/FieldDifference'
import { recordAddress } from '../route'
import { Button } from '../ui/Button'
import { ChangedRecordHead } from '../unsaved/ChangedRecordHead'
import { kindLabel, recordTitle } from '../unsaved/recordName'
import { standingAllows, standingTexts } from './standings'

interface RecoveredRowProps {
  edits: RecoveredEdits
  onKeep: () => void
  onDiscard: () => void
}

/** Changes of one record that a page has left behind, before and after, and what the site says of it now. */
export const RecoveredRow = memo(function RecoveredRow({ edits, onKeep, onDiscard }: RecoveredRowProps) {
  useRenders('RecoveredRow')
  const { kind, name, key, isNew, title, fields, editedAt, values, basis, from, standing, undoLevels } = edits
  const [isOpen, setIsOpen] = useState(true)
  if (from === 'unreadable') {
    return (
      <li className="unsaved-row">
        <p className="hint">
          Something that a newer version of this page has kept, or that is damaged. It is left where it is.
        </p>
      </li>
    )
  }
  const label = kindLabel(kind, name)
  // Every new one begins as a draft.
  const isTelling = (field: string) => !(isNew && field === 'status' && values.status === 'draft')
  const shown = title || (isNew ? `New ${label.toLowerCase()}` : recordTitle(kind, name, key, ''))
  return (
    <li className="unsaved-row" aria-label={shown}>
      <ChangedRecordHead
        shown={shown}
        address={recordAddress(kind, name, key)}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      >
        <p className="hint">
          {isNew && 'New · '}
          {label} · {from === 'crashed' ? 'the page ended unexpectedly' : 'the page was left'} ·{' '}
          {longDate(editedAt)}
          {undoLevels > 0 && ` · ${undoLevels} ${undoLevels === 1 ? 'step' : 'steps'} to undo`}
        </p>
        {standing !== 'unchecked' && (
          <p className="recovered-standing" data-standing={standing}>
            {isNew ? 'It is on this device only.' : standingTexts[standing]}
          </p>
        )}
        <div className="row-of">
          {(standingAllows(standing) || standing === 'gone') && (
            <Button size="small" aria-label={`Keep ${shown}`} onClick={onKeep}>
              {standing === 'gone' ? 'Keep as a new one' : 'Keep'}
            </Button>
          )}
          <Button size="small" variant="plain" aria-label={`Discard ${shown}`} onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </ChangedRecordHead>
      {isOpen && (
        <div className="unsaved-fields">
          {inFieldOrder(fields.filter(isTelling), (field) => field).map((field) => (
            <FieldDifference key={field} field={field} from={at(basis, field)} to={at(values, field)} />
          ))}
        </div>
      )}
    </li>
  )
})

/** The value of a field as it is named: `meta.subtitle` is an entry of `meta`. */
function at(values: RecoveredEdits['values'], field: string): unknown {
  if (Object.hasOwn(values, field)) return values[field]
  const [parent = '', ...entry] = field.split('.')
  return (values[parent] as Record<string, unknown> | undefined)?.[entry.join('.')]
}
