import { useDirtyEntityRecords } from 'copydesk/react'
import { UnsavedRow } from './UnsavedRow'
import { useLeaveGuard } from './useLeaveGuard'

/** Every document with unsaved changes, and a way to save them all. */
export function UnsavedChanges() {
  const { dirty, isDirty, isSaving, save } = useDirtyEntityRecords()
  useLeaveGuard(isDirty)
  return (
    <section className="panel" aria-labelledby="unsaved-heading">
      <header>
        <h2 id="unsaved-heading">
          Unsaved <span className="count">{dirty.length}</span>
        </h2>
        <button className="small" disabled={!isDirty || isSaving} onClick={() => void save()}>
          {isSaving ? 'Saving …' : 'Save all'}
        </button>
      </header>
      {isDirty && (
        <ul>
          {dirty.map((record) => (
            <UnsavedRow key={`${record.kind}/${record.name}/${record.key}`} record={record} />
          ))}
        </ul>
      )}
    </section>
  )
}
