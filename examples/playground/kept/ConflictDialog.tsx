import { useEffect, useState } from 'react'
import {
  fetchConflictAuthor,
  type ConflictAuthor,
  type ConflictChoice,
  type SaveConflict,
} from 'copydesk/durable'
import { useSaveConflict } from 'copydesk/durable/react'
import { saveEditedEntityRecord, selectSaveError, type RecordReference } from 'copydesk'
import { useEntityDispatch, useEntitySelector, useEntityStore } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { longDate } from '../dates'
import { errorCode } from '../errorText'
import { fieldLabel } from '../difference/fieldNames'
import { inFieldOrder } from '../difference/fieldOrder'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'
import { kindLabel, recordTitle, selectTitle } from '../unsaved/recordName'
import { ConflictField } from './ConflictField'
import { GoneRecord } from './GoneRecord'

interface ConflictDialogProps {
  record: RecordReference
  onClose: () => void
}

/** Two people changed the same thing: theirs, yours and both together, to choose from field by field. */
export function ConflictDialog({ record, onClose }: ConflictDialogProps) {
  useRenders('ConflictDialog')
  const { kind, name, key } = record
  const { conflict } = useSaveConflict(kind, name, key)
  const title = useEntitySelector((state) => selectTitle(state, kind, name, key))
  const shown = recordTitle(kind, name, key, title)
  if (!conflict) {
    return (
      <Dialog title={shown} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <p>There is nothing to choose any more.</p>
      </Dialog>
    )
  }
  if (conflict.reason === 'gone') return <GoneRecord {...{ record, shown, onClose }} />
  if (conflict.reason === 'trashed') return <TrashedRecord {...{ record, shown, onClose }} />
  // What is newer than what was chosen from is a question of its own.
  return <ChangedFields key={conflict.modified} {...{ record, shown, conflict, onClose }} />
}

interface PartProps extends ConflictDialogProps {
  shown: string
}

function ChangedFields({ record, shown, conflict, onClose }: PartProps & { conflict: SaveConflict }) {
  const { kind, name, key } = record
  const fields = inFieldOrder(Object.entries(conflict.fields), ([field]) => field)
  const isOvertaken = conflict.reason === 'overtaken'
  const author = useConflictAuthor(record)
  const [choices, setChoices] = useState<Record<string, ConflictChoice>>({})
  const { resolve } = useSaveConflict(kind, name, key)
  const [save, isSaving, error] = useSaveAgain(record, onClose)
  const isChosen = fields.every(([field]) => choices[field] !== undefined)
  const label = kindLabel(kind, name).toLowerCase()

  return (
    <Dialog
      title={isOvertaken ? 'Yours came a moment later' : `You both changed “${shown}”`}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            variant="primary"
            disabled={!isChosen || isSaving}
            onClick={() => {
              resolve(choices)
              void save()
            }}
          >
            {isSaving ? 'Saving …' : 'Save what I chose'}
          </Button>
        </>
      }
    >
      <p className="quiet">
        {author?.name || 'Somebody else'} saved this {label}
        {author || conflict.modified ? ` on ${longDate(author?.at ?? conflict.modified ?? '')}` : ''} while
        you were writing.{' '}
        {isOvertaken
          ? 'Your save came just after, and has taken its place; theirs is among the revisions.'
          : 'Nothing was replaced: choose what counts, field by field.'}
        {conflict.merged.length > 0 &&
          ` What you changed in ${conflict.merged.map(fieldLabel).join(', ').toLowerCase()} goes together with theirs.`}
      </p>
      {fields.map(([field, sides]) => (
        <ConflictField
          key={field}
          field={field}
          sides={sides}
          theirName={author?.name}
          choice={choices[field]}
          onChoose={(choice) => setChoices({ ...choices, [field]: choice })}
        />
      ))}
      <ErrorState error={error} />
    </Dialog>
  )
}

function TrashedRecord({ record, shown, onClose }: PartProps) {
  const { kind, name, key } = record
  const { resolve } = useSaveConflict(kind, name, key)
  const [save, isSaving, error] = useSaveAgain(record, onClose)
  return (
    <Dialog
      title={`“${shown}” is in the trash`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            disabled={isSaving}
            onClick={() => {
              resolve({ status: 'theirs' })
              void save()
            }}
          >
            Save it, and leave it there
          </Button>
          <Button
            variant="primary"
            disabled={isSaving}
            onClick={() => {
              resolve({ status: 'mine' })
              void save()
            }}
          >
            {isSaving ? 'Saving …' : 'Take it out and save'}
          </Button>
        </>
      }
    >
      <p>
        Somebody else put it there while you were writing. What you wrote is kept: take the{' '}
        {kindLabel(kind, name).toLowerCase()} out of the trash to save it where readers find it again.
      </p>
      <ErrorState error={error} />
    </Dialog>
  )
}

/** Saves a record, and closes the dialog when that went well or waits; another conflict stays to be looked at. */
function useSaveAgain(
  { kind, name, key }: RecordReference,
  onDone: () => void,
): [save: () => Promise<void>, isSaving: boolean, error: unknown] {
  const store = useEntityStore()
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function save(): Promise<void> {
    setIsSaving(true)
    setError(null)
    await store.dispatch(saveEditedEntityRecord(kind, name, key, { throwOnError: false }))
    const failure = selectSaveError(store.getState(), kind, name, key)
    setIsSaving(false)
    if (failure === undefined) onDone()
    else if (errorCode(failure) !== 'save_conflict') setError(failure)
  }
  return [save, isSaving, error]
}

/** Who wrote what is in conflict, as far as the revisions tell; asked once the dialog is open. */
function useConflictAuthor({ kind, name, key }: RecordReference): ConflictAuthor | undefined {
  const dispatch = useEntityDispatch()
  const [author, setAuthor] = useState<ConflictAuthor>()
  useEffect(() => {
    let isCurrent = true
    void dispatch(fetchConflictAuthor(kind, name, key))
      .then((found) => isCurrent && setAuthor(found))
      .catch(() => null)
    return () => {
      isCurrent = false
    }
  }, [dispatch, kind, name, key])
  return author
}
