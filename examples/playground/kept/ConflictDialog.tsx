import { useState } from 'react'
import { saveEditedEntityRecord, type RecordReference } from 'copydesk'
import { useSaveConflict } from 'copydesk/durable/react'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { ConflictPanel } from '../../editor/safety/ConflictPanel'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'
import { recordTitle, selectTitle } from '../unsaved/recordName'
import { ConflictField } from './ConflictField'
import { GoneRecord } from './GoneRecord'

interface ConflictDialogProps {
  record: RecordReference
  onClose: () => void
}

const titles = {
  changed: (shown: string) => `You both changed “${shown}”`,
  trashed: (shown: string) => `“${shown}” is in the trash`,
  overtaken: () => 'Yours came a moment later',
}

/** Two people changed the same thing: theirs, yours and both together, to choose from field by field. */
export function ConflictDialog({ record, onClose }: ConflictDialogProps) {
  useRenders('ConflictDialog')
  const { kind, name, key } = record
  const { conflict } = useSaveConflict(kind, name, key)
  const title = useEntitySelector((state) => selectTitle(state, kind, name, key))
  const shown = recordTitle(kind, name, key, title)
  const dispatch = useEntityDispatch()
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  /** Closes when that went well or waits; another conflict stays to be looked at. */
  async function save() {
    setFailure(undefined)
    setIsSaving(true)
    const { status, error } = await dispatch(saveEditedEntityRecord(kind, name, key, { result: true }))
    setIsSaving(false)
    if (status === 'failed') setFailure(error)
    else if (status !== 'conflict') onClose()
  }

  if (!conflict) {
    return (
      <Dialog title={shown} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <p>{isSaving ? 'Saving …' : 'There is nothing to choose any more.'}</p>
        <ErrorState error={failure} />
      </Dialog>
    )
  }
  if (conflict.reason === 'gone') return <GoneRecord {...{ record, shown, onClose }} />
  return (
    <Dialog title={titles[conflict.reason](shown)} size="wide" onClose={onClose}>
      <div className="editor">
        <ConflictPanel {...{ kind, name, id: key, onChosen: save, Field: ConflictField }}>
          <button onClick={onClose}>Not now</button>
        </ConflictPanel>
      </div>
    </Dialog>
  )
}
