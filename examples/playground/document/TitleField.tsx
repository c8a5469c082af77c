import { useEffect } from 'react'
import { useRenders } from '../hood/useRenders'
import { useSession } from '../session/SessionContext'
import { useSharedText } from '../useSharedText'
import type { DocumentProps } from './DocumentView'
import { useDocumentField } from './useDocumentField'

/** The title, which is also what the tab of the browser is called. */
export function TitleField({ type, id }: DocumentProps) {
  useRenders('TitleField')
  const { value = '', typeIn } = useDocumentField(type, id, 'title')
  const field = useSharedText(value)
  const { together } = useSession()

  useEffect(() => {
    const element = field.current
    if (element && element.value === `Untitled ${type}`) element.select()
  }, [type, field])

  return (
    <>
      <title>{`${value || 'No title'} · Copydesk`}</title>
      <div className="title-frame">
        <textarea
          ref={field}
          className="title-field"
          aria-label="Title"
          data-field="title"
          placeholder="Title"
          rows={1}
          onChange={({ target }) => typeIn(target.value.replaceAll('\n', ' '))}
        />
        {together && <together.parts.FieldCursors type={type} id={id} field="title" value={value} />}
      </div>
    </>
  )
}
