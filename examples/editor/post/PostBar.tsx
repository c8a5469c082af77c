import { errorText } from 'copydesk'
import { goTo } from '../app/route'
import { posts, stateTexts, statusTexts } from '../posts/posts'
import { Button } from '../ui/Button'
import { AskFirst } from '../ui/Dialog'
import { fromInput, isAhead, showDate } from '../ui/texts'
import { isPublic, PublishButtons } from './PublishButtons'

const askTrash = { label: 'Trash', title: 'Move to the trash?', yes: 'Move to the trash' }

/** How the post stands, undo, and what becomes of it: saved, published, scheduled, taken back, thrown away. */
export function PostBar({ id }: { id: number }) {
  const { record, editedRecord, edit, save, remove, hasEdits, isSaving, isDeleting, deleteError } =
    posts.useRecord(id)
  const { undo, redo, hasUndo, hasRedo } = posts.useUndo(id)
  const state = posts.useRecordState(id)
  const status = record?.status ?? 'draft'
  // The site says by a link who may publish; of a post that it does not know, it says so when it refuses.
  const mayPublish = record === undefined || record._links?.['wp:action-publish'] !== undefined
  const saveAll = () => save({ with: 'references' })

  /** Changes the status and saves all of it; where the site refuses, the status is as it was. */
  async function become(to: string, date?: string) {
    const before = { status: editedRecord?.status ?? status, date_gmt: editedRecord?.date_gmt ?? null }
    edit({ status: to, ...(date && { date_gmt: fromInput(date) }) }, { undo: 'new' })
    const result = await saveAll()
    if (result.status === 'failed') edit(before, { undo: false })
  }

  async function trash() {
    if ((await remove()).status !== 'failed') goTo('posts')
  }

  return (
    <div className="post-bar" role="toolbar" aria-label="Post">
      <span className={`badge ${status}`}>
        {statusTexts[status] ?? status}
        {status === 'future' && ` for ${showDate(record?.date_gmt)}`}
      </span>
      <span role="status">{stateTexts[state]}</span>
      <Kept {...{ id, hasEdits }} />
      <Button disabled={!hasUndo} onClick={undo}>
        Undo
      </Button>
      <Button disabled={!hasRedo} onClick={redo}>
        Redo
      </Button>
      {record && (
        <AskFirst {...askTrash} disabled={isDeleting} onYes={trash}>
          Readers see it no more. It can be taken out again for 30 days.
        </AskFirst>
      )}
      {isPublic(status) && (
        <Button disabled={isSaving} onClick={() => become('draft')}>
          Switch to draft
        </Button>
      )}
      <PublishButtons
        saved={status}
        edited={editedRecord?.status ?? status}
        isAhead={isAhead(editedRecord?.date_gmt)}
        {...{ mayPublish, isBusy: isSaving, canSave: hasEdits || record === undefined }}
        onSave={saveAll}
        onBecome={become}
      />
      {deleteError && <p role="alert">{errorText(deleteError)}</p>}
    </div>
  )
}

/** Copies of what is typed: the site keeps one, some seconds after the last key. */
function Kept({ id, hasEdits }: { id: number; hasEdits: boolean }) {
  const { savedAt, error } = posts.useAutosave(id, { after: 5000 })
  if (error) return <span className="quiet">No copy was kept: {errorText(error)}</span>
  if (savedAt === undefined || !hasEdits) return null
  return <span className="quiet">Copy kept at {new Date(savedAt).toLocaleTimeString()}</span>
}
