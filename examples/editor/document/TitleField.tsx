import { useEffect, useRef } from 'react'
import type { DocumentProps } from './DocumentView'
import { useDocumentField } from './useDocumentField'

/** The title, which is also what the tab of the browser is called. */
export function TitleField({ type, id }: DocumentProps) {
  const { value = '', typeIn } = useDocumentField(type, id, 'title')
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    const element = field.current
    if (element && element.value === `Untitled ${type}`) element.select()
  }, [type])

  return (
    <>
      <title>{`${value || 'No title'} · Copydesk`}</title>
      <textarea
        ref={field}
        className="title-field"
        aria-label="Title"
        placeholder="Title"
        rows={1}
        value={value}
        onChange={({ target }) => typeIn(target.value.replaceAll('\n', ' '))}
      />
    </>
  )
}
