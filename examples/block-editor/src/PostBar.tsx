import { errorText } from 'copydesk'
import { useCanUser, useEntityRecord, useUndo } from 'copydesk/react'
import { Button, SelectControl } from '@wordpress/components'
import { Inserter } from '@wordpress/block-editor'

const statuses = [
  { value: 'draft', label: 'Draft' },
  { value: 'pending', label: 'Pending review' },
  { value: 'publish', label: 'Published' },
  { value: 'private', label: 'Private' },
]

/** Undo over all records, the post's status, and a button that says what it does. */
export function PostBar({ id }: { id: number }) {
  const { editedRecord, record, edit, save, hasEdits, isSaving, saveError } = useEntityRecord(
    'postType',
    'post',
    id,
  )
  const { undo, redo, hasUndo, hasRedo } = useUndo()
  const canUpdate = useCanUser('update', { kind: 'postType', name: 'post', id })
  const publishes = editedRecord?.status === 'publish' && record?.status !== 'publish'
  return (
    <header className="post-bar" role="toolbar" aria-label="Document">
      <Inserter rootClientId={undefined} toggleProps={{ variant: 'primary' }} />
      <Button onClick={undo} disabled={!hasUndo} accessibleWhenDisabled>
        Undo
      </Button>
      <Button onClick={redo} disabled={!hasRedo} accessibleWhenDisabled>
        Redo
      </Button>
      <span className="post-bar-state" role="status">
        {saveError
          ? errorText(saveError)
          : isSaving
            ? 'Saving …'
            : hasEdits
              ? 'Not saved'
              : canUpdate === false
                ? 'You may read this post.'
                : 'Saved'}
      </span>
      <SelectControl
        label="Status"
        hideLabelFromVision
        value={editedRecord?.status}
        options={statuses}
        disabled={canUpdate === false}
        onChange={(status) => edit({ status })}
      />
      {record?.link && (
        <Button variant="tertiary" href={record.link} target="_blank">
          View
        </Button>
      )}
      <Button
        variant="primary"
        isBusy={isSaving}
        disabled={!hasEdits || isSaving || canUpdate === false}
        accessibleWhenDisabled
        onClick={() => save()}
      >
        {publishes ? 'Publish' : 'Save'}
      </Button>
    </header>
  )
}
