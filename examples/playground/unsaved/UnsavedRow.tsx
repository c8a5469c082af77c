import { memo, useState } from 'react'
import { selectIsSaving, selectSaveError, type RecordReference, type RecordSummary } from 'copydesk'
import { isLocalId, selectSaveConflict, type SaveConflict } from 'copydesk/durable'
import { useEntitySelector } from 'copydesk/react'
import { Undo2 } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { FieldDifference } from '../difference/FieldDifference'
import { fieldName } from '../../editor/safety/fieldNames'
import { errorText } from '../errorText'
import { useShowConflict } from '../kept/ConflictContext'
import { recordAddress } from '../route'
import { Button } from '../ui/Button'
import { IconButton } from '../ui/IconButton'
import { ChangedRecordHead } from './ChangedRecordHead'
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
  const conflict = useEntitySelector((all) => selectSaveConflict(all, kind, name, key))
  const showConflict = useShowConflict()
  const isNew = isLocalId(key)
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
      <ChangedRecordHead
        shown={shown}
        address={recordAddress(kind, name, key)}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      >
        <p className="hint">
          {isNew && 'New · '}
          {kindLabel(kind, name)} · {edits.fields.map(fieldName).join(', ')}
        </p>
        <div className="row-of">
          {conflict && conflict.reason !== 'overtaken' ? (
            <Button size="small" onClick={() => showConflict({ kind, name, key })}>
              Choose …
            </Button>
          ) : (
            <Button size="small" disabled={isSaving} onClick={save}>
              {isSaving ? 'Saving …' : 'Save it'}
            </Button>
          )}
          <Button size="small" variant="plain" disabled={isSaving} onClick={edits.discardAll}>
            Discard
          </Button>
        </div>
      </ChangedRecordHead>
      {conflict && <p className="hint">{conflictHints[conflict.reason]}</p>}
      {!isSaving && error !== undefined && !conflict && (
        // No alert: the document that is open tells it, too.
        <div className="error">
          <p>{errorText(error)}</p>
          <Button size="small" onClick={save}>
            Try again
          </Button>
        </div>
      )}
      {isOpen && <UnsavedFields edits={edits} />}
    </li>
  )
})

const conflictHints: Readonly<Record<SaveConflict['reason'], string>> = {
  changed: 'Somebody else changed the same thing. Nothing was replaced: choose what counts.',
  trashed: 'Somebody else put it in the trash. What you wrote is kept: choose what becomes of it.',
  gone: 'It has been deleted for good meanwhile. What you wrote is kept: choose what becomes of it.',
  overtaken: 'Somebody else saved it a moment before you: theirs is among the revisions.',
}

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
              label={`Discard ${fieldName(field).toLowerCase()}`}
              icon={Undo2}
              onClick={() => discard(field)}
            />
          </FieldDifference>
        ))}
    </div>
  )
}
