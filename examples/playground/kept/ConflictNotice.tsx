import type { RecordReference } from 'copydesk'
import { useSaveConflict } from 'copydesk/durable/react'
import { fieldName, inFieldOrder } from '../../editor/safety/fieldNames'
import { Button } from '../ui/Button'
import { kindLabel } from '../unsaved/recordName'
import { useShowConflict } from './ConflictContext'

/** In place of a failure: why nothing was replaced, and the way to choose. */
export function ConflictNotice({ record }: { record: RecordReference }) {
  const { kind, name, key } = record
  const { conflict } = useSaveConflict(kind, name, key)
  const show = useShowConflict()
  if (!conflict) return null
  const label = kindLabel(kind, name).toLowerCase()
  const fields = inFieldOrder(Object.keys(conflict.fields)).map(fieldName).join(', ')
  const text = {
    changed: `Somebody else changed this ${label} while you were writing. You both changed: ${fields}. Nothing was replaced, and what you wrote is kept.`,
    trashed: `Somebody else put this ${label} in the trash while you were writing. What you wrote is kept.`,
    gone: `This ${label} was deleted for good while you were writing. What you wrote is kept.`,
    overtaken: `Somebody else saved this ${label} a moment before you: yours has taken the place of theirs in ${fields}, which is among the revisions.`,
  }[conflict.reason]
  return (
    <div className="banner" data-tone="warn" role="alert">
      <p>{text}</p>
      <div className="row-of">
        <Button size="small" onClick={() => show(record)}>
          {conflict.reason === 'overtaken' ? 'Look at both' : 'Choose …'}
        </Button>
      </div>
    </div>
  )
}
