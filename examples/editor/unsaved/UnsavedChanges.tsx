import { useDirtyEntityRecords } from 'copydesk/react'
import { UnsavedRow } from './UnsavedRow'
import { Button } from '../ui/Button'

/** Every document with unsaved changes, and a way to save them all. */
export function UnsavedChanges() {
  const { dirty, isDirty, isSaving, save } = useDirtyEntityRecords()
  return (
    <section className="panel" aria-labelledby="unsaved-heading">
      <header>
        <h2 id="unsaved-heading">
          Unsaved <span className="count">{dirty.length}</span>
        </h2>
        <Button size="small" disabled={!isDirty || isSaving} onClick={() => void save()}>
          {isSaving ? 'Saving …' : 'Save all'}
        </Button>
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
