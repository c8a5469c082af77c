import { useEffect, useState } from 'react'
import { fetchAutosaves, selectAutosave, selectEntityRecord, type Autosave } from 'copydesk'
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
  // Copies that are made while this page is open are of what it shows anyway.
  const [offered, setOffered] = useState<Autosave | null>(null)
  const [isComparing, setIsComparing] = useState(false)
  useEffect(() => {
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
  }, [dispatch, type, id, user.id])

  if (!offered || offered !== copy || !record || hasEdits || !isNewer(offered, record.modified_gmt))
    return null
  if (isThrownAway(type, id, offered.modified_gmt)) return null
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

function isNewer({ modified_gmt: copied }: Autosave, saved: string): boolean {
  // Both are told to the second: a copy of the same one has what the save had not.
  return copied >= saved
}
