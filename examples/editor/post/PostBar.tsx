import { useState } from 'react'
import { errorText } from 'copydesk'
import { goTo } from '../app/route'
import { posts, stateTexts, statusTexts } from '../posts/posts'
import { Dialog } from '../ui/Dialog'
import { fromInput, showDate } from '../ui/texts'
import { ScheduleDialog } from './ScheduleDialog'

/** How the post stands, undo, and what becomes of it: saved, published, scheduled, taken back, thrown away. */
export function PostBar({ id }: { id: number }) {
  const { record, editedRecord, edit, save, remove, hasEdits, isSaving, isDeleting, deleteError } =
    posts.useRecord(id)
  const { undo, redo, hasUndo, hasRedo } = posts.useUndo(id)
  const state = posts.useRecordState(id)
  const [asked, setAsked] = useState<'schedule' | 'trash'>()
  const close = () => setAsked(undefined)

  const status = record?.status ?? 'draft'
  const isPublic = status === 'publish' || status === 'private' || status === 'future'
  // The site says by a link who may publish; of a post that it does not know, it says so when it refuses.
  const mayPublish = record === undefined || record._links?.['wp:action-publish'] !== undefined

  /** Changes the status and saves all of it; where the site refuses, the status is as it was. */
  async function become(changes: { status: string; date_gmt?: string }) {
    const before = { status: editedRecord?.status ?? status, date_gmt: editedRecord?.date_gmt ?? null }
    edit(changes, { undo: 'new' })
    const result = await save({ with: 'references' })
    if (result.status === 'failed') edit(before, { undo: false })
  }

  const saveAll = () => save({ with: 'references' })

  async function trash() {
    close()
    const result = await remove()
    if (result.status !== 'failed') goTo('posts')
  }

  return (
    <div className="post-bar" role="toolbar" aria-label="Post">
      <span className={`badge ${status}`}>
        {statusTexts[status] ?? status}
        {status === 'future' && ` for ${showDate(record?.date_gmt)}`}
      </span>
      <span role="status">{stateTexts[state]}</span>
      <Kept id={id} />
      <button disabled={!hasUndo} onClick={undo}>
        Undo
      </button>
      <button disabled={!hasRedo} onClick={redo}>
        Redo
      </button>
      {record && (
        <button disabled={isDeleting} onClick={() => setAsked('trash')}>
          Trash
        </button>
      )}
      {isPublic ? (
        <button disabled={isSaving} onClick={() => void become({ status: 'draft' })}>
          Switch to draft
        </button>
      ) : (
        <button disabled={isSaving || (!hasEdits && record !== undefined)} onClick={saveAll}>
          Save draft
        </button>
      )}
      {!isPublic && mayPublish && (
        <button disabled={isSaving} onClick={() => setAsked('schedule')}>
          Schedule…
        </button>
      )}
      {isPublic ? (
        <button className="primary" disabled={isSaving || !hasEdits} onClick={saveAll}>
          Update
        </button>
      ) : (
        <button
          className="primary"
          disabled={isSaving}
          onClick={() => void become({ status: mayPublish ? 'publish' : 'pending' })}
        >
          {mayPublish ? 'Publish' : 'Submit for review'}
        </button>
      )}
      {deleteError && <p role="alert">{errorText(deleteError)}</p>}
      {asked === 'schedule' && (
        <ScheduleDialog
          onClose={close}
          onSchedule={(date) => {
            close()
            void become({ status: 'future', date_gmt: fromInput(date) })
          }}
        />
      )}
      {asked === 'trash' && (
        <Dialog title="Move to the trash?" onClose={close}>
          <p>Readers see it no more. It can be taken out again for 30 days.</p>
          <footer>
            <button onClick={close}>Keep</button>
            <button className="danger" onClick={() => void trash()}>
              Move to the trash
            </button>
          </footer>
        </Dialog>
      )}
    </div>
  )
}

/** Copies of what is typed: the site keeps one, some seconds after the last key. */
function Kept({ id }: { id: number }) {
  const { savedAt, error } = posts.useAutosave(id, { after: 5000 })
  const { hasEdits } = posts.useRecord(id)
  if (error) return <span className="quiet">No copy was kept: {errorText(error)}</span>
  if (savedAt === undefined || !hasEdits) return null
  return <span className="quiet">Copy kept at {new Date(savedAt).toLocaleTimeString()}</span>
}
