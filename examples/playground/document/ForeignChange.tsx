import { useEffect, useState } from 'react'
import {
  selectEntityRecord,
  selectHasEdits,
  selectIsAutosaving,
  selectIsSaving,
  selectNonTransientEdits,
} from 'copydesk'
import { useEntitySelector, useEntityStore } from 'copydesk/react'
import { useRenders } from '../hood/useRenders'
import { Button } from '../ui/Button'
import type { PostType } from '../route'
import { fieldLabel } from '../difference/fieldNames'

interface Base {
  /** What the document said when it was first changed here. */
  fields: Record<string, unknown>
  modified: string
}

/**
 * Tells that a document was changed elsewhere while it is being edited here: in which fields both did something, and
 * what a save would do.
 */
export function ForeignChange({ type, id }: { type: PostType; id: number }) {
  useRenders('ForeignChange')
  const changed = useForeignChange(type, id)
  const [dismissed, setDismissed] = useState<string | null>(null)
  if (!changed || changed.modified === dismissed) return null
  const both = changed.fields.map(fieldLabel).join(', ')
  return (
    <div className="banner" data-tone="warn" role="alert">
      <p>
        Somebody else changed this {type} while you were editing it.{' '}
        {changed.fields.length > 0
          ? `You both changed: ${both}. If you save, yours takes the place of theirs; the revisions keep both.`
          : 'You changed other fields: if you save, both changes stay.'}
      </p>
      <Button size="small" onClick={() => setDismissed(changed.modified)}>
        Understood
      </Button>
    </div>
  )
}

/** What was changed elsewhere since the edits here began; null when nothing was. */
function useForeignChange(type: PostType, id: number): { modified: string; fields: string[] } | null {
  const store = useEntityStore()
  const [base, setBase] = useState<Base | null>(null)
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
        setBase(hasEdits && current ? { fields: { ...current }, modified: current.modified } : null)
      }
      hadEdits = hasEdits
      wasSaving = isSaving
    }
    look()
    return store.subscribe(look)
  }, [store, type, id])
  if (!base || !record || record.modified === base.modified) return null
  const current: Record<string, unknown> = { ...record }
  const edits = Object.keys(selectNonTransientEdits(store.getState(), 'postType', type, id))
  return { modified: record.modified, fields: edits.filter((field) => current[field] !== base.fields[field]) }
}
