import { useState } from 'react'
import {
  selectEditedEntityRecord,
  selectEntityRecord,
  selectNonTransientEdits,
  selectRawEntityRecord,
  type EntityState,
} from 'copydesk'
import { selectEditBasis, selectEditStanding } from 'copydesk/durable'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import type { PostType } from '../route'
import { FieldDifference } from '../difference/FieldDifference'
import { fieldName } from '../../editor/safety/fieldNames'
import { readField } from '../readField'
import { Dialog } from '../ui/Dialog'

interface ForeignChangeProps {
  type: PostType
  id: number
}

/**
 * Tells that a document was saved elsewhere while it is being edited here, perhaps in another tab of the same person, whose
 * last value counts: in which fields both did something, and what a save will do. A save asks by itself, so this is for who
 * wants to know before.
 */
export function ForeignChange({ type, id }: ForeignChangeProps) {
  useRenders('ForeignChange')
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [isComparing, setIsComparing] = useState(false)
  const isBehind = useEntitySelector((state) =>
    /^(behind|conflict)$/.test(selectEditStanding(state, 'postType', type, id)),
  )
  const modified = useEntitySelector(
    (state) => selectEntityRecord(state, 'postType', type, id)?.modified ?? '',
  )
  const both = useEntitySelector((state) => changedByBoth(state, type, id).join())
  if (!isBehind || modified === dismissed) return null
  const fields = both === '' ? [] : both.split(',')
  return (
    <div className="banner" data-tone="warn" role="alert">
      <p>
        This {type} was saved elsewhere while you were editing it.{' '}
        {fields.length > 0
          ? `You both changed: ${fields.map(fieldName).join(', ')}. Nothing is replaced when you save: what goes together is put together, and of the rest you choose.`
          : 'What somebody else has changed stays when you save.'}
      </p>
      <div className="row-of">
        {fields.length > 0 && (
          <Button size="small" onClick={() => setIsComparing(true)}>
            Compare
          </Button>
        )}
        <Button size="small" variant="plain" onClick={() => setDismissed(modified)}>
          Understood
        </Button>
      </div>
      {isComparing && <CompareDialog {...{ type, id, fields }} onClose={() => setIsComparing(false)} />}
    </div>
  )
}

interface CompareDialogProps extends ForeignChangeProps {
  fields: readonly string[]
  onClose: () => void
}

/** Both texts, field by field. */
function CompareDialog({ type, id, fields, onClose }: CompareDialogProps) {
  const theirs = useEntitySelector((state) => selectRawEntityRecord(state, 'postType', type, id))
  const yours = useEntitySelector((state) => selectEditedEntityRecord(state, 'postType', type, id))
  return (
    <Dialog
      title="Theirs, and what yours changes in it"
      size="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {fields.map((field) => (
        <FieldDifference
          key={field}
          field={field}
          from={readField(theirs, field)}
          to={readField(yours, field)}
        />
      ))}
    </Dialog>
  )
}

/** The fields that were edited here and have another value on the site than they had then. */
function changedByBoth(state: EntityState, type: PostType, id: number): readonly string[] {
  const edits = selectNonTransientEdits(state, 'postType', type, id)
  const basis = selectEditBasis(state, 'postType', type, id)
  const theirs = selectRawEntityRecord(state, 'postType', type, id)
  if (!edits || !basis || !theirs) return []
  const mine = selectEditedEntityRecord(state, 'postType', type, id)
  return Object.keys(edits).filter((field) => {
    if (!Object.hasOwn(basis, field)) return false
    const now = readField(theirs, field)
    return !isSame(basis[field], now) && !isSame(readField(mine, field), now)
  })
}

/** Records are plain data. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
