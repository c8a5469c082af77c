import { useState } from 'react'
import { clearEntityRecordEdits, editMedia, type ImageModifier } from 'copydesk'
import { useEntityDispatch, useEntityRecord } from 'copydesk/react'
import { Crop, RotateCcw, RotateCw, Trash2 } from 'lucide-react'
import { useRemoval } from '../form/useRemoval'
import { useErrand } from '../useErrand'
import { useRenders } from 'copydesk/devtools'
import { addresses, goToAddress } from '../route'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { TextArea, TextField } from '../ui/Field'
import { IconButton } from '../ui/IconButton'
import { Menu, MenuItem } from '../ui/Menu'
import { useNotify } from '../ui/Notices'
import { ReadFailure } from '../ui/ReadFailure'
import { SaveFailure } from '../unsaved/SaveFailure'
import { useShortcut } from '../useShortcut'
import { cropTo } from './cropTo'
import { FileFacts } from './FileFacts'
import { DetailsSkeleton } from './MediaDetails'

interface MediaEditorProps {
  id: number
  canDelete: boolean
}

const shapes = { 'To a square': 1, 'To 4 : 3': 4 / 3, 'To 16 : 9': 16 / 9 }

/** The texts of a file, edited in place, and what can be done with it. */
export function MediaEditor({ id, canDelete }: MediaEditorProps) {
  const media = useEntityRecord('root', 'media', id)
  const { record, editedRecord, hasEdits, isSaving, saveError, edit, save } = media
  const dispatch = useEntityDispatch()
  const notify = useNotify()
  const begin = useErrand()
  const removeRecord = useRemoval('root', 'media')
  const [isAsking, setIsAsking] = useState(false)
  const form = useRenders<HTMLFormElement>('MediaEditor')
  useShortcut('save', () => void store())

  if (!record || !editedRecord) {
    if (media.error != null)
      return <ReadFailure error={media.error} onRetry={media.refetch} what="this file" />
    return <DetailsSkeleton />
  }
  const { width, height } = record.media_details
  const field = (name: 'title' | 'alt_text' | 'caption' | 'description') => ({
    value: editedRecord[name],
    onChange: ({ target }: { target: { value: string } }) =>
      edit({ [name]: target.value }, { isCached: true }),
  })

  async function store() {
    // What it fails with stands beside the buttons.
    if (hasEdits && !isSaving) await save().catch(() => null)
  }

  async function change(modifiers: readonly ImageModifier[]) {
    const errand = begin()
    const made = await dispatch(editMedia(id, { src: record?.source_url ?? '', modifiers }))
    if (!made) return
    const notice = 'The server made a new file of it. The old one is still there.'
    if (errand.isHere()) notify({ text: notice })
    errand.arrive(addresses.media(made.id), notice)
  }

  const rotate = (angle: number) => void change([{ type: 'rotate', args: { angle } }])
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
        <div className="media-tools" role="group" aria-label="Change the picture">
          <IconButton icon={RotateCcw} label="Rotate left" disabled={isSaving} onClick={() => rotate(-90)} />
          <IconButton icon={RotateCw} label="Rotate right" disabled={isSaving} onClick={() => rotate(90)} />
          <Menu label="Crop" button={<Crop aria-hidden />}>
            {Object.entries(shapes).map(([label, ratio]) => (
              <MenuItem key={label} onSelect={() => void change([cropTo(ratio, width, height)])}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
      <TextField label="Title" {...field('title')} />
      <TextArea
        label="Alternative text"
        hint="What it shows, for those who can’t see it."
        rows={2}
        {...field('alt_text')}
      />
      <TextArea label="Caption" rows={2} {...field('caption')} />
      <TextArea label="Description" rows={3} {...field('description')} />
      <SaveFailure error={saveError} onRetry={hasEdits ? () => void store() : undefined} />
      <footer className="media-actions">
        <span className="hint" role="status">
          {isSaving ? 'Saving …' : hasEdits ? 'Unsaved changes' : 'Saved'}
        </span>
        {canDelete && (
          <IconButton icon={Trash2} label="Delete" disabled={isSaving} onClick={() => setIsAsking(true)} />
        )}
        <Button
          disabled={!hasEdits || isSaving}
          onClick={() => dispatch(clearEntityRecordEdits('root', 'media', id))}
        >
          Discard
        </Button>
        <Button type="submit" variant="primary" disabled={!hasEdits || isSaving}>
          Save
        </Button>
      </footer>
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${editedRecord.title || 'No title'}” for good?`}
          action="Delete for good"
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
          Files have no trash. Documents that show it will show a gap.
        </ConfirmDialog>
      )}
    </form>
  )
}
