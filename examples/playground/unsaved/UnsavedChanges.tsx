import { useState } from 'react'
import type { RecordReference, SaveReport } from 'copydesk'
import { selectUnsavedRecords } from 'copydesk/durable'
import { useDirtyEntityRecords, useEntitySelector } from 'copydesk/react'
import { CircleCheck } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { useListFocus } from '../kept/useListFocus'
import { UnsavedRow } from './UnsavedRow'
import { useUnreadRecords } from './useUnreadRecords'
import './unsaved.css'

/** All unsaved changes, record by record, and ways to save or give up one or all of them. */
export function UnsavedChanges() {
  useRenders('UnsavedChanges')
  const { isSaving, save } = useDirtyEntityRecords()
  // What was saved and waits to be sent is listed by itself.
  const dirty = useEntitySelector(selectUnsavedRecords)
  const isDirty = dirty.length > 0
  useUnreadRecords(dirty)
  const [asked, setAsked] = useState<readonly RecordReference[] | null>(null)
  const [failed, setFailed] = useState<SaveReport['failed']>([])
  useListFocus(dirty.length)

  async function saveAll() {
    setAsked(dirty)
    setFailed([])
    const report = await save(dirty)
    setFailed(report.failed)
    setAsked(null)
  }

  const left = dirty.filter((record) => asked?.some((one) => isSame(one, record))).length
  const stillFailed = failed.filter((one) => dirty.some((record) => isSame(one, record)))
  return (
    <section className="panel unsaved" aria-labelledby="unsaved-heading">
      <header>
        <h2 id="unsaved-heading">
          Unsaved <span className="count">{dirty.length}</span>
        </h2>
        <Button size="small" disabled={!isDirty || isSaving} onClick={saveAll}>
          {isSaving && isDirty ? 'Saving …' : 'Save all'}
        </Button>
      </header>
      {asked && asked.length > 1 && (
        <p className="save-progress" aria-live="polite">
          <progress max={asked.length} value={asked.length - left} aria-label="Saving" />
          {asked.length - left} of {asked.length} saved
        </p>
      )}
      {stillFailed.length > 0 && !asked && (
        <p className="hint">
          {stillFailed.length === 1 ? 'One of them was' : `${stillFailed.length} of them were`} not saved; the
          reason stands below. What was changed is kept.
        </p>
      )}
      {isDirty ? (
        <ul className="unsaved-list">
          {dirty.map((record) => (
            <UnsavedRow key={`${record.kind}/${record.name}/${record.key}`} record={record} onSave={save} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={CircleCheck} title="All is saved">
          <p>What you change, anywhere, is listed here until you save it.</p>
        </EmptyState>
      )}
    </section>
  )
}

function isSame(one: RecordReference, other: RecordReference): boolean {
  return one.kind === other.kind && one.name === other.name && String(one.key) === String(other.key)
}
