import { useState, type ReactNode } from 'react'
import { selectEditedEntityRecord } from 'copydesk'
import { useEntityRecord, useEntitySelector } from 'copydesk/react'
import { BlockEditor } from '../blocks/BlockEditor'
import { useRenders } from 'copydesk/devtools'
import { readField } from '../readField'
import { TextArea } from '../ui/Field'
import type { DocumentProps } from './DocumentView'
import { StatusField } from './StatusField'
import { useTyping } from './useTyping'

type ContentView = 'blocks' | 'text'

const remembered = 'copydesk-content-view'

/** The content of a document, as blocks or as its text; the choice is remembered. Above it, how far it has come. */
export function ContentField({ type, id, role }: DocumentProps) {
  const [view, setView] = useState<ContentView>(() =>
    localStorage.getItem(remembered) === 'text' ? 'text' : 'blocks',
  )
  const choice = (value: ContentView, label: ReactNode) => (
    <button
      type="button"
      className="segment"
      aria-pressed={view === value}
      onClick={() => {
        localStorage.setItem(remembered, value)
        setView(value)
      }}
    >
      {label}
    </button>
  )
  return (
    <section className="content-field" aria-label="Text of the document">
      <div className="content-head">
        <StatusField type={type} id={id} role={role} />
        <div className="segments" role="group" aria-label="Show the content as">
          {choice('blocks', 'Blocks')}
          {choice('text', 'Text')}
        </div>
      </div>
      {view === 'blocks' ? <BlockEditor type={type} id={id} /> : <TextOfContent type={type} id={id} />}
    </section>
  )
}

/** The content as the server keeps it, to be typed. */
function TextOfContent({ type, id }: Pick<DocumentProps, 'type' | 'id'>) {
  useRenders('TextOfContent')
  const text = useEntitySelector((state) =>
    String(readField(selectEditedEntityRecord(state, 'postType', type, id), 'content') ?? ''),
  )
  const { edit } = useEntityRecord('postType', type, id)
  const beforeTyping = useTyping()
  return (
    <TextArea
      label="Content"
      data-field="content"
      isLabelHidden
      className="input text-code"
      rows={24}
      value={text}
      onChange={({ target }) => {
        beforeTyping('content')
        edit({ content: target.value }, { isCached: true })
      }}
    />
  )
}
