import { useState } from 'react'
import {
  clearEntityRecordEdits,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  type EditsOf,
  type RecordReference,
} from 'copydesk'
import { createEntityRecord, selectCurrentId } from 'copydesk/durable'
import { useEntityStore } from 'copydesk/react'
import { goToAddress, recordAddress } from '../route'
import { readField } from '../readField'
import { FieldDifference } from '../difference/FieldDifference'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { kindLabel } from '../unsaved/recordName'
import { useRecordEdits } from '../unsaved/useRecordEdits'

interface GoneRecordProps {
  record: RecordReference
  shown: string
  onClose: () => void
}

/** What a new one begins with, of what is known of a record. */
const copied = [
  'title',
  'name',
  'content',
  'excerpt',
  'description',
  'categories',
  'tags',
  'featured_media',
  'meta',
]

/** A record that was deleted for good while it was being edited: what was written goes on as a new one. */
export function GoneRecord({ record: { kind, name, key }, shown, onClose }: GoneRecordProps) {
  const store = useEntityStore()
  const edits = useRecordEdits(kind, name, key)
  const [isSaving, setIsSaving] = useState(false)
  const label = kindLabel(kind, name).toLowerCase()

  async function makeNew() {
    setIsSaving(true)
    const { dispatch, getState } = store
    const edited = selectEditedEntityRecord<string, string>(getState(), kind, name, key) ?? {}
    const values = Object.fromEntries(
      copied
        .map((field) => [field, readField(edited, field)])
        .filter(([, value]) => value !== undefined && value !== null),
    )
    const id = dispatch(createEntityRecord<string, string>(kind, name, values as EditsOf<string, string>))
    dispatch(clearEntityRecordEdits(kind, name, key))
    await dispatch(saveEditedEntityRecord(kind, name, id, { throwOnError: false }))
    onClose()
    const address = recordAddress(kind, name, selectCurrentId(getState(), kind, name, id) ?? id)
    if (address) goToAddress(address)
  }

  return (
    <Dialog
      title={`“${shown}” was deleted`}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            variant="danger"
            disabled={isSaving}
            onClick={() => {
              edits.discardAll()
              onClose()
            }}
          >
            Give up what I wrote
          </Button>
          {key !== undefined && (
            <Button variant="primary" disabled={isSaving} onClick={() => void makeNew()}>
              {isSaving ? 'Saving …' : `Make a new ${label} of it`}
            </Button>
          )}
        </>
      }
    >
      <p>
        This {label} was deleted for good while you were writing. What you wrote is kept, and can go on as a
        new {label}.
      </p>
      {edits.read().map(({ field, from, to }) => (
        <FieldDifference key={field} field={field} from={from} to={to} />
      ))}
    </Dialog>
  )
}
