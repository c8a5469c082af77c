import { errorText } from 'copydesk'
import { useEntityRecord } from 'copydesk/react'

/** The component under test: a title that is edited and saved. */
export function Title({ id }: { id: number }) {
  const { editedRecord, edit, save, saveError } = useEntityRecord('postType', 'post', id)
  if (!editedRecord) return <p>Loading…</p>
  return (
    <>
      <input
        aria-label="Title"
        value={editedRecord.title}
        onChange={({ target }) => edit({ title: target.value })}
      />
      <button onClick={() => save()}>Save</button>
      {saveError && <p role="alert">{errorText(saveError)}</p>}
    </>
  )
}
