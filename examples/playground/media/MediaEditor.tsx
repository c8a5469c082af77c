import { useState } from 'react'
import { clearEntityRecordEdits, editMedia, type ImageModifier } from 'copydesk'
import { useEntityDispatch, useEntityRecord, useRecordState } from 'copydesk/react'
import { Crop, Trash2 } from 'lucide-react'
import { useRemoval } from '../form/useRemoval'
import { useAskAbout } from '../kept/ConflictContext'
import { recordStateTexts } from '../kept/recordState'
import { useErrand } from '../useErrand'
import { useRenders } from 'copydesk/devtools'
import { addresses, goToAddress } from '../route'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { TextArea, TextField } from '../ui/Field'
import { IconButton } from '../ui/IconButton'
import { useNotify } from '../ui/Notices'
import { ReadFailure } from '../ui/ReadFailure'
import { SaveFailure } from '../unsaved/SaveFailure'
import { useShortcut } from '../useShortcut'
import { EditPicture } from './EditPicture'
import { FileFacts } from './FileFacts'
import { DetailsSkeleton } from './MediaDetails'

interface MediaEditorProps {
  id: number
  canDelete: boolean
}

/** The texts of a file, edited in place, and what can be done with it. */
export function MediaEditor({ id, canDelete }: MediaEditorProps) {
  const media = useEntityRecord('postType', 'attachment', id)
  const { record, editedRecord, hasEdits, isSaving, saveError, edit, save } = media
  const dispatch = useEntityDispatch()
  const notify = useNotify()
  const begin = useErrand()
  const removeRecord = useRemoval('postType', 'attachment')
  const [isAsking, setIsAsking] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const form = useRenders<HTMLFormElement>('MediaEditor')
  const own = [{ kind: 'postType', name: 'attachment', key: id }]
  const state = useRecordState('postType', 'attachment', id)
  const askAbout = useAskAbout()
  useShortcut('save', store)

  if (!record || !editedRecord) {
    if (media.error != null)
      return <ReadFailure error={media.error} onRetry={media.refetch} what="this file" />
    return <DetailsSkeleton />
  }
  const { width, height } = record.media_details
  const field = (name: 'title' | 'alt_text' | 'caption' | 'description') => ({
    value: editedRecord[name],
    onChange: ({ target }: { target: { value: string } }) => edit({ [name]: target.value }),
  })

  async function store() {
    // What it fails with stands beside the buttons.
    if (!hasEdits || isSaving) return
    await save()
    askAbout(own)
  }

  async function change(modifiers: readonly ImageModifier[]) {
    const errand = begin()
    const edit = { src: record?.source_url ?? '', modifiers }
    const made = await dispatch(editMedia(id, edit, { throwOnError: true }))
    if (!made) return
    setIsEditing(false)
    const notice = 'The server made a new file of it. The old one is still there.'
    if (errand.isHere()) notify({ text: notice })
    errand.arrive(addresses.media(made.id), notice)
  }

  return (
    <form
      ref={form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void store()
      }}
    >
      <title>{`${editedRecord.title || 'No title'} · Copydesk`}</title>
      <FileFacts file={record} />
      {record.media_type === 'image' && width && height && (
        <div className="media-tools">
          <Button size="small" disabled={isSaving} onClick={() => setIsEditing(true)}>
            <Crop aria-hidden /> Edit image
          </Button>
        </div>
      )}
      <TextField label="Title" {...field('title')} />
      <TextArea
        label="Alt text"
        hint="Describes the image for those who can’t see it."
        rows={2}
        {...field('alt_text')}
      />
      <TextArea label="Caption" rows={2} {...field('caption')} />
      <TextArea label="Description" rows={3} {...field('description')} />
      <SaveFailure records={own} error={saveError} onRetry={hasEdits ? store : undefined} />
      <footer className="media-actions">
        <span className="hint" role="status">
          {recordStateTexts[state]}
        </span>
        {canDelete && (
          <IconButton icon={Trash2} label="Delete" disabled={isSaving} onClick={() => setIsAsking(true)} />
        )}
        <Button
          disabled={!hasEdits || isSaving}
          onClick={() => dispatch(clearEntityRecordEdits('postType', 'attachment', id))}
        >
          Discard
        </Button>
        <Button type="submit" variant="primary" disabled={!hasEdits || isSaving || state === 'waiting'}>
          Save
        </Button>
      </footer>
      {isEditing && (
        <EditPicture url={record.source_url} onApply={change} onClose={() => setIsEditing(false)} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${editedRecord.title || 'No title'}” permanently?`}
          action="Delete permanently"
          pendingAction="Deleting …"
          onConfirm={async () => {
            await removeRecord(id, {
              what: `“${editedRecord.title}”`,
              query: { force: true },
              leave: () => goToAddress(addresses.media(), { replace: true }),
            })
          }}
          onCancel={() => setIsAsking(false)}
        >
          Files have no trash. Posts and pages that show it will show a gap.
        </ConfirmDialog>
      )}
    </form>
  )
}
