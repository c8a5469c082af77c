import { errorText } from 'copydesk'
import { useEntityField, useEntityRecord } from 'copydesk/react'

/** The component under test: a title that is edited and saved. */
export function Title({ id }: { id: number }) {
  const { record, error, save, saveError } = useEntityRecord('postType', 'post', id)
  const { value: title = '', set } = useEntityField('postType', 'post', id, 'title')
  if (!record) return error ? <p role="alert">{errorText(error)}</p> : <p>Loading…</p>
  return (
    <>
      <input aria-label="Title" value={title} onChange={({ target }) => set(target.value)} />
      <button onClick={() => save()}>Save</button>
      {saveError && <p role="alert">{errorText(saveError)}</p>}
    </>
  )
}
