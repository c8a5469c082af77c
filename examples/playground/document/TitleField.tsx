import { focusText } from '../blocks/focusText'
import { useRenders } from 'copydesk/devtools'
import { useSession } from '../session/SessionContext'
import { useSharedText } from '../useSharedText'
import type { DocumentProps } from './DocumentView'
import { useDocumentField } from './useDocumentField'

/** The title, which is also what the tab of the browser is called. */
export function TitleField({ type, id }: DocumentProps) {
  useRenders('TitleField')
  const { value = '', set } = useDocumentField(type, id, 'title')
  const field = useSharedText(value)
  const { together } = useSession()

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
          onChange={({ target }) => set(target.value.replaceAll('\n', ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            const text = event.currentTarget.closest('.document-text')
            if (text && !focusText(text, 'start'))
              text.querySelector<HTMLElement>('[data-field=content]')?.focus()
          }}
        />
        {together && <together.parts.FieldCursors type={type} id={id} field="title" value={value} />}
      </div>
    </>
  )
}
