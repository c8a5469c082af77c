import { recordHooks } from 'copydesk/react'
import { goTo } from '../app/route'
import { stateTexts } from '../posts/posts'
import { ConflictPanel } from '../safety/ConflictPanel'
import { Button } from '../ui/Button'
import { AskFirst } from '../ui/Dialog'
import { Problem } from '../ui/Problem'
import { TextField } from '../ui/TextField'
import { Thumbnail } from './Thumbnail'

const media = recordHooks('postType', 'attachment')

/** One file of the library: what it is called, what it shows, and a way to delete it. */
export function MediaDetails({ id }: { id: number }) {
  const file = media.useRecord(id)
  const { record, save, remove, hasEdits, isSaving, saveError, deleteError } = file
  const title = media.useField(id, 'title')
  const altText = media.useField(id, 'alt_text')
  const caption = media.useField(id, 'caption')
  const { undo, hasUndo } = media.useUndo(id)
  const state = media.useRecordState(id)
  if (!record)
    return file.error ? <Problem error={file.error} onRetry={file.refetch} /> : <p role="status">Loading…</p>

  async function deleteFile() {
    if ((await remove({ force: true })).status !== 'failed') goTo('media')
  }

  return (
    <form
      aria-label={record.title.raw}
      className="stack media-details"
      onSubmit={(event) => (event.preventDefault(), save())}
    >
      <div className="post-bar">
        <span role="status">{stateTexts[state]}</span>
        <Button disabled={!hasUndo} onClick={undo}>
          Undo
        </Button>
        <AskFirst label="Delete" title="Delete this file?" yes="Delete for good" onYes={deleteFile}>
          It is gone for good, also where posts show it.
        </AskFirst>
        <Button type="submit" className="primary" disabled={!hasEdits || isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
      </div>
      {saveError && state === 'failed' && <Problem error={saveError} />}
      {deleteError && <Problem error={deleteError} />}
      <ConflictPanel kind="postType" name="attachment" id={id} onChosen={save} />
      <Thumbnail media={record} />
      <p className="quiet">
        {record.mime_type}
        {record.media_details.width && `, ${record.media_details.width} × ${record.media_details.height} px`}
      </p>
      <TextField label="Title" field={title} />
      <TextField label="Alt text" hint="For those who do not see the picture." field={altText} />
      <TextField label="Caption" field={caption} />
    </form>
  )
}
