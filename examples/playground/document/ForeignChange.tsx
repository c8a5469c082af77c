import { useEffect, useMemo, useRef, useState } from 'react'
import {
  selectEditedEntityRecord,
  selectEntityRecord,
  selectHasEdits,
  selectIsAutosaving,
  selectIsSaving,
  selectNonTransientEdits,
  selectRawEntityRecord,
} from 'copydesk'
import { useEntitySelector, useEntityStore } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import type { PostType } from '../route'
import { FieldDifference } from '../difference/FieldDifference'
import { fieldLabel } from '../difference/fieldNames'
import { readField } from '../readField'
import { Dialog } from '../ui/Dialog'

interface Base {
  /** What the document said when it was first changed here. */
  fields: Record<string, unknown>
  modified: string
}

/** What somebody else changed while a document was being edited here. */
export interface Conflict {
  modified: string
  /** The fields that both changed. */
  fields: readonly string[]
}

interface ForeignChangeProps {
  type: PostType
  id: number
  changed: Conflict | null
  /** Saves what was written here, over what the others wrote. */
  onSave: () => void
}

/**
 * Tells that a document was changed elsewhere while it is being edited here: in which fields both did something, and
 * what a save would do.
 */
export function ForeignChange({ type, id, changed, onSave }: ForeignChangeProps) {
  useRenders('ForeignChange')
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [isComparing, setIsComparing] = useState(false)
  if (!changed || changed.modified === dismissed) return null
  const both = changed.fields.map(fieldLabel).join(', ')
  const isConflict = changed.fields.length > 0
  return (
    <div className="banner" data-tone="warn" role="alert">
      <p>
        Somebody else changed this {type} while you were editing it.{' '}
        {isConflict
          ? `You both changed: ${both}. If you save, yours takes the place of theirs; the revisions keep both.`
          : 'You changed other fields: if you save, both changes stay.'}
      </p>
      <div className="row-of">
        {isConflict && (
          <>
            <Button size="small" onClick={() => setIsComparing(true)}>
              Compare
            </Button>
            <Button size="small" onClick={onSave}>
              Save mine
            </Button>
          </>
        )}
        <Button size="small" variant="plain" onClick={() => setDismissed(changed.modified)}>
          Understood
        </Button>
      </div>
      {isComparing && (
        <ConflictDialog {...{ type, id }} fields={changed.fields} onClose={() => setIsComparing(false)} />
      )}
    </div>
  )
}

interface ConflictDialogProps extends Pick<ForeignChangeProps, 'type' | 'id'> {
  fields: readonly string[]
  onClose: () => void
}

/** Both texts, field by field. */
function ConflictDialog({ type, id, fields, onClose }: ConflictDialogProps) {
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

/** What was changed elsewhere since the edits here began; null when nothing was. And the same as it is at a moment. */
export function useForeignChange(
  type: PostType,
  id: number,
): { changed: Conflict | null; readConflict: () => Conflict | null } {
  const store = useEntityStore()
  const base = useRef<Base | null>(null)
  const [known, setKnown] = useState<Base | null>(null)
  const record = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id))
  useEffect(() => {
    let wasSaving = false
    let hadEdits = false
    const look = () => {
      const state = store.getState()
      const hasEdits = selectHasEdits(state, 'postType', type, id)
      const isSaving =
        selectIsSaving(state, 'postType', type, id) || selectIsAutosaving(state, 'postType', type, id)
      const hasSaved = wasSaving && !isSaving
      // From where the edits began; and from what a save of one's own made of it.
      if (hasEdits !== hadEdits || hasSaved) {
        const current = selectEntityRecord(state, 'postType', type, id)
        base.current = hasEdits && current ? { fields: { ...current }, modified: current.modified } : null
        setKnown(base.current)
      }
      hadEdits = hasEdits
      wasSaving = isSaving
    }
    look()
    return store.subscribe(look)
  }, [store, type, id])
  const edits = useEntitySelector((state) => selectNonTransientEdits(state, 'postType', type, id))
  const changed = useMemo(() => conflictOf(known, record, edits), [known, record, edits])
  return {
    changed,
    readConflict() {
      const state = store.getState()
      return conflictOf(
        base.current,
        selectEntityRecord(state, 'postType', type, id),
        selectNonTransientEdits(state, 'postType', type, id),
      )
    },
  }
}

function conflictOf(
  base: Base | null,
  record: { modified: string } | undefined,
  edits: object | undefined,
): Conflict | null {
  if (!base || !record || record.modified === base.modified) return null
  const current: Record<string, unknown> = { ...record }
  const fields = Object.keys(edits ?? {}).filter((field) => !deepEqual(current[field], base.fields[field]))
  return { modified: record.modified, fields }
}

/** Records are plain data. */
function deepEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
