import type { UseEntityFieldResult } from 'copydesk/react'

/** What `useField` gives of a text; of a new record, which anybody may edit who begins it, the value and its setter. */
export type TextOfRecord = Partial<UseEntityFieldResult<string>> & Pick<UseEntityFieldResult<string>, 'set'>

export function TitleField({ field: { value = '', set, error, canEdit } }: { field: TextOfRecord }) {
  return (
    <>
      <textarea
        className="title"
        rows={1}
        aria-label="Title"
        placeholder="Title"
        dir="auto"
        value={value}
        readOnly={canEdit === false}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ target }) => set(target.value.replaceAll('\n', ' '))}
      />
      {error && <p className="error">{error}</p>}
    </>
  )
}
