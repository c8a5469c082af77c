import { useEffect, useState } from 'react'
import { fetchAutosaves, selectAutosave, selectEntityRecord, type Autosave } from 'copydesk'
import { useRecoveredEdits } from 'copydesk/durable/react'
import { useEntityDispatch, useEntityRecord, useEntitySelector } from 'copydesk/react'
import { longDate } from '../dates'
import { useRenders } from 'copydesk/devtools'
import { useSession } from '../session/SessionContext'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import type { PostType } from '../route'
import { isThrownAway } from './thrownAway'
import { FieldDifference } from '../difference/FieldDifference'

const restored = ['title', 'content', 'excerpt'] as const

/** Offers a safety copy that is newer than the document: somebody left without saving. */
export function AutosaveOffer({ type, id }: { type: PostType; id: number }) {
  useRenders('AutosaveOffer')
  const { user } = useSession()
  const dispatch = useEntityDispatch()
  const { edit, hasEdits } = useEntityRecord('postType', type, id)
  const record = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id))
  const copy = useEntitySelector((state) => selectAutosave(state, type, id, user.id))
  // What this device has kept is offered by itself, and is all that the copy has.
  const { recovered } = useRecoveredEdits()
  const isOffered = recovered.some(
    (one) => one.kind === 'postType' && one.name === type && String(one.key) === String(id),
  )
  // Copies that are made while this page is open are of what it shows anyway.
  const [offered, setOffered] = useState<Autosave | null>(null)
  const [isComparing, setIsComparing] = useState(false)
  const mayHaveCopies = record !== undefined && revisionCount(record) !== 0
  useEffect(() => {
    if (!mayHaveCopies) return undefined
    let isCurrent = true
    void dispatch(fetchAutosaves(type, id))
      .then((copies) => {
        const own = copies?.find(({ author }) => author === user.id)
        if (isCurrent && own) setOffered(own)
      })
      .catch(() => null)
    return () => {
      isCurrent = false
    }
  }, [dispatch, type, id, user.id, mayHaveCopies])

  if (!offered || offered !== copy || !record || hasEdits || !isNewer(offered, record.modified_gmt))
    return null
  if (isOffered || isThrownAway(type, id, offered.modified_gmt)) return null
  const changed = restored.filter((field) => offered[field].raw !== record[field].raw)
  if (changed.length === 0) return null
  const restore = () => {
    edit(Object.fromEntries(changed.map((field) => [field, offered[field].raw])))
    setOffered(null)
  }
  return (
    <div className="banner" role="region" aria-label="Newer copy">
      <p>You left a newer copy on {longDate(offered.modified)}, which was not saved.</p>
      <div className="row-of">
        <Button size="small" onClick={() => setIsComparing(true)}>
          Compare
        </Button>
        <Button size="small" onClick={restore}>
          Restore
        </Button>
        <Button size="small" variant="plain" onClick={() => setOffered(null)}>
          Not now
        </Button>
      </div>
      {isComparing && (
        <Dialog
          title="What the copy changes"
          size="wide"
          onClose={() => setIsComparing(false)}
          actions={
            <>
              <Button onClick={() => setIsComparing(false)}>Close</Button>
              <Button variant="primary" onClick={restore}>
                Restore the copy
              </Button>
            </>
          }
        >
          {changed.map((field) => (
            <FieldDifference key={field} field={field} from={record[field].raw} to={offered[field].raw} />
          ))}
        </Dialog>
      )}
    </div>
  )
}

/** How many older versions there are, safety copies among them; undefined where the site does not say. */
function revisionCount({ _links }: { _links?: object }): number | undefined {
  const [history] = (_links as { 'version-history'?: { count?: number }[] })?.['version-history'] ?? []
  return history?.count
}

function isNewer({ modified_gmt: copied }: Autosave, saved: string): boolean {
  // Both are told to the second: a copy of the same one has what the save had not.
  return copied >= saved
}
