import { useState } from 'react'
import type { SaveReport } from 'copydesk'
import { useDirtyEntityRecords } from 'copydesk/react'
import { errorText } from '../errorText'
import { linkTo, type PostType } from '../route'
import { useLeaveGuard } from './useLeaveGuard'

/** Every document with unsaved changes, and a way to save them all. */
export function UnsavedChanges() {
  const { dirty, isDirty, isSaving, save } = useDirtyEntityRecords()
  const [failed, setFailed] = useState<SaveReport['failed']>([])
  useLeaveGuard(isDirty)

  async function saveAll() {
    setFailed((await save()).failed)
  }

  return (
    <section className="panel" aria-labelledby="unsaved-heading">
      <header>
        <h2 id="unsaved-heading">
          Unsaved <span className="count">{dirty.length}</span>
        </h2>
        <button className="small" disabled={!isDirty || isSaving} onClick={() => void saveAll()}>
          {isSaving ? 'Saving …' : 'Save all'}
        </button>
      </header>
      {isDirty && (
        <ul>
          {dirty.map(({ kind, name, key, title }) => {
            const failure = failed.find((record) => record.name === name && record.key === key)
            return (
              <li key={`${kind}/${name}/${key}`}>
                <a href={linkTo(name as PostType, key)}>{title || 'No title'}</a>
                {failure && <p className="failure">{errorText(failure.error)}</p>}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
