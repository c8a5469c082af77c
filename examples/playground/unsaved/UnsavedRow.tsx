import { memo, useState } from 'react'
import { selectIsSaving, selectSaveError, type RecordReference, type RecordSummary } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { ChevronRight, Undo2 } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { FieldDifference } from '../difference/FieldDifference'
import { fieldLabel } from '../difference/fieldNames'
import { errorText } from '../errorText'
import { recordAddress } from '../route'
import { Button } from '../ui/Button'
import { IconButton } from '../ui/IconButton'
import { kindLabel, recordTitle, selectTitle } from './recordName'
import { useRecordEdits, type FieldEdit, type RecordEdits } from './useRecordEdits'
import { useRested } from './useRested'

interface UnsavedRowProps {
  record: RecordSummary
  onSave: (only: readonly RecordReference[]) => Promise<unknown>
}

/** One record with unsaved changes: what was changed, what can be done with it, and why its last save failed. */
export const UnsavedRow = memo(function UnsavedRow({ record, onSave }: UnsavedRowProps) {
  useRenders('UnsavedRow')
  const { kind, name, key, title } = record
  const error = useEntitySelector((state) => selectSaveError(state, kind, name, key))
  const isSaving = useEntitySelector((state) => selectIsSaving(state, kind, name, key))
  const edits = useRecordEdits(kind, name, key)
  const [isOpen, setIsOpen] = useState(false)
  // Not every entity of the store has titles.
  const called = useEntitySelector(
    (state) => title || (key === undefined ? '' : selectTitle(state, kind, name, key)),
  )
  const shown = recordTitle(kind, name, key, called)
  const save = () => onSave([record])
  return (
    <li className="unsaved-row">
      <div className="unsaved-head">
        <IconButton
          size="small"
          label={isOpen ? `Hide what was changed in ${shown}` : `Show what was changed in ${shown}`}
          icon={ChevronRight}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        <div className="unsaved-title">
          <a href={recordAddress(kind, name, key) ?? undefined}>{shown}</a>
          <p className="hint">
            {kindLabel(kind, name)} · {edits.fields.map(fieldLabel).join(', ')}
          </p>
          <div className="row-of">
            <Button size="small" disabled={isSaving} onClick={() => void save()}>
              {isSaving ? 'Saving …' : 'Save it'}
            </Button>
            <Button size="small" variant="plain" disabled={isSaving} onClick={edits.discardAll}>
              Discard
            </Button>
          </div>
        </div>
      </div>
      {!isSaving && error !== undefined && (
        // No alert: the document that is open tells it, too.
        <div className="error">
          <p>{errorText(error)}</p>
          <Button size="small" onClick={() => void save()}>
            Try again
          </Button>
        </div>
      )}
      {isOpen && <UnsavedFields edits={edits} />}
    </li>
  )
})

/** The changes of a record, field by field; while somebody types they follow after a moment. */
function UnsavedFields({ edits }: { edits: RecordEdits }) {
  const { fields, discard } = edits
  const rested = useRested(edits)
  const [shown, setShown] = useState<{ of: RecordEdits; values: FieldEdit[] }>(() => ({
    of: rested,
    values: rested.read(),
  }))
  if (shown.of !== rested) setShown({ of: rested, values: rested.read() })
  return (
    <div className="unsaved-fields">
      {shown.values
        .filter(({ field }) => fields.includes(field))
        .map(({ field, from, to }) => (
          <FieldDifference key={field} field={field} from={from} to={to}>
            <IconButton
              size="small"
              label={`Discard ${fieldLabel(field).toLowerCase()}`}
              icon={Undo2}
              onClick={() => discard(field)}
            />
          </FieldDifference>
        ))}
    </div>
  )
}
