import { useState } from 'react'
import { deleteEntityRecord, errorText, saveEntityRecord, type EntityId } from 'copydesk'
import { useEntityDispatch, type UseListSelectionResult } from 'copydesk/react'
import { countOf } from '../ui/texts'

interface BulkBarProps {
  selection: UseListSelectionResult<{ readonly id: EntityId }>
  onDone: () => void
}

/** What can be done with all posts that are chosen, whichever page they are on. */
export function BulkBar({ selection, onDone }: BulkBarProps) {
  const { selected, isAllSelected, isSomeSelected, toggleAll, clear } = selection
  const dispatch = useEntityDispatch()
  const [isBusy, setIsBusy] = useState(false)
  const [said, setSaid] = useState('')

  async function run(done: string, write: (id: EntityId) => Promise<{ error?: unknown }>) {
    setIsBusy(true)
    const results = await Promise.all(selected.map(write))
    const errors = results.flatMap(({ error }) => (error === undefined ? [] : [error]))
    const count = countOf(selected.length - errors.length, 'post')
    setSaid(
      `${count} ${done}.${errors.length > 0 ? ` ${errors.length} failed: ${errorText(errors[0])}` : ''}`,
    )
    setIsBusy(false)
    clear()
    onDone()
  }

  const become = (status: 'publish' | 'draft') => (id: EntityId) =>
    dispatch(saveEntityRecord('postType', 'post', { id: Number(id), status }, { result: true }))
  const trash = (id: EntityId) =>
    dispatch(deleteEntityRecord('postType', 'post', id, undefined, { result: true }))

  return (
    <div className="bulk" role="group" aria-label="Chosen posts">
      <label>
        <input
          type="checkbox"
          checked={isAllSelected}
          ref={(box) => {
            if (box) box.indeterminate = isSomeSelected
          }}
          onChange={toggleAll}
        />
        {selected.length > 0 ? `${selected.length} chosen` : 'Choose all'}
      </label>
      {selected.length > 0 && (
        <>
          <button disabled={isBusy} onClick={() => void run('published', become('publish'))}>
            Publish
          </button>
          <button disabled={isBusy} onClick={() => void run('switched to draft', become('draft'))}>
            To draft
          </button>
          <button disabled={isBusy} onClick={() => void run('moved to the trash', trash)}>
            Trash
          </button>
          <button onClick={clear}>Choose none</button>
        </>
      )}
      <span role="status" className="quiet">
        {said}
      </span>
    </div>
  )
}
