import { useState } from 'react'
import { clearEntityRecordEdits } from 'copydesk'
import { useEntityDispatch, useEntityRecord } from 'copydesk/react'
import { ErrorState } from '../ui/ErrorState'
import { goTo } from '../route'
import { withArticle } from '../session/roles'
import { useShortcut } from '../useShortcut'
import { ConfirmDelete } from './ConfirmDelete'
import { DocumentBar } from './DocumentBar'
import { DocumentError } from './DocumentError'
import { DocumentFields } from './DocumentFields'
import { DocumentSkeleton } from './DocumentSkeleton'
import type { DocumentProps } from './DocumentView'
import { Button } from '../ui/Button'

interface DocumentEditorProps extends DocumentProps {
  canUpdate: boolean
  canDelete: boolean
}

/** A document with all that can be done with it. */
export function DocumentEditor({ type, id, role, canUpdate, canDelete }: DocumentEditorProps) {
  const { record, editedRecord, error, hasEdits, isSaving, saveError, ...document } = useEntityRecord(
    'postType',
    type,
    id,
  )
  const dispatch = useEntityDispatch()
  const [isAsking, setIsAsking] = useState(false)
  const save = () => {
    // A failure stands on the record, as saveError.
    if (canUpdate && hasEdits) void document.save({ throwOnError: false })
  }
  useShortcut('save', save)

  async function moveToTrash() {
    await document.remove()
    dispatch(clearEntityRecordEdits('postType', type, id))
    goTo(type)
  }

  if (error && !record) return <DocumentError type={type} error={error} refetch={document.refetch} />
  if (!record || !editedRecord) return <DocumentSkeleton />
  return (
    <article className="sheet">
      <title>{`${editedRecord.title || 'No title'} · Copydesk`}</title>
      <DocumentBar type={type} state={isSaving ? 'Saving …' : hasEdits ? 'Unsaved changes' : 'Saved'}>
        <Button disabled={!canDelete} aria-describedby="document-hint" onClick={() => setIsAsking(true)}>
          Delete
        </Button>
        <Button
          variant="primary"
          disabled={!canUpdate || !hasEdits || isSaving}
          aria-describedby="document-hint"
          title="Ctrl or Cmd + S"
          onClick={save}
        >
          Save
        </Button>
      </DocumentBar>
      <p id="document-hint" className="hint">
        {hintOf(role, type, canUpdate, canDelete)}
      </p>
      <ErrorState error={saveError} />
      <DocumentFields type={type} id={id} role={role} />
      {isAsking && (
        <ConfirmDelete
          title={editedRecord.title}
          hasEdits={hasEdits}
          onConfirm={moveToTrash}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </article>
  )
}

function hintOf(role: string, type: string, canUpdate: boolean, canDelete: boolean): string {
  if (canUpdate && canDelete) return ''
  const what = canUpdate ? 'delete' : canDelete ? 'save' : 'save or delete'
  return `As ${withArticle(role)} you can’t ${what} this ${type}.`
}
