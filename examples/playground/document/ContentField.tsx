import { useEffect, useRef, useState, type ReactNode } from 'react'
import { selectEditedEntityRecord, type EntityId } from 'copydesk'
import { useEntityRecord, useEntitySelector } from 'copydesk/react'
import { BlockEditor } from '../blocks/BlockEditor'
import { useRenders } from 'copydesk/devtools'
import { readField } from '../readField'
import { TextArea } from '../ui/Field'
import type { PostType } from '../route'

type ContentView = 'blocks' | 'text'

interface ContentFieldProps {
  type: PostType
  id: EntityId
}

const remembered = 'copydesk-content-view'

/** The content of a document, as blocks or as its text; the choice is remembered. */
export function ContentField({ type, id }: ContentFieldProps) {
  const [view, setView] = useState<ContentView>(() =>
    localStorage.getItem(remembered) === 'text' ? 'text' : 'blocks',
  )
  const switched = useRef(false)
  const field = useRef<HTMLElement>(null)
  // The switch stands elsewhere now, and is another element.
  useEffect(() => {
    if (switched.current) field.current?.querySelector<HTMLElement>('.segment[aria-pressed=true]')?.focus()
    switched.current = false
  }, [view])
  const choice = (value: ContentView, label: ReactNode) => (
    <button
      type="button"
      className="segment"
      aria-pressed={view === value}
      onClick={() => {
        localStorage.setItem(remembered, value)
        switched.current = value !== view
        setView(value)
      }}
    >
      {label}
    </button>
  )
  const choices = (
    <div className="segments" role="group" aria-label="Show the content as">
      {choice('blocks', 'Blocks')}
      {choice('text', 'Text')}
    </div>
  )
  return (
    <section ref={field} className="content-field" aria-label="Text of the document">
      {view === 'blocks' ? (
        <BlockEditor type={type} id={id} aside={choices} />
      ) : (
        <>
          <div className="block-dock">{choices}</div>
          <TextOfContent type={type} id={id} />
        </>
      )}
    </section>
  )
}

/** The content as the server keeps it, to be typed. */
function TextOfContent({ type, id }: ContentFieldProps) {
  useRenders('TextOfContent')
  const text = useEntitySelector((state) =>
    String(readField(selectEditedEntityRecord(state, 'postType', type, id), 'content') ?? ''),
  )
  const { edit } = useEntityRecord('postType', type, id)
  return (
    <TextArea
      label="Content"
      data-field="content"
      isLabelHidden
      className="input text-code"
      rows={24}
      value={text}
      onChange={({ target }) => edit({ content: target.value })}
    />
  )
}
