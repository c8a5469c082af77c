import { useEffect, useRef } from 'react'
import { useEntityRecord } from 'copydesk/react'
import { TextArea, TextField } from '../ui/Field'
import { StatusField } from './StatusField'
import type { DocumentProps } from './DocumentView'
import { useTyping } from './useTyping'

/** Title, status and content, to be typed into. */
export function DocumentFields({ type, id, role }: DocumentProps) {
  const { editedRecord, edit } = useEntityRecord('postType', type, id)
  const beforeTyping = useTyping()
  const titleField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const field = titleField.current
    if (field && field.value === `Untitled ${type}`) field.select()
  }, [type])

  if (!editedRecord) return null
  return (
    <div className="fields">
      <TextField
        ref={titleField}
        label="Title"
        value={editedRecord.title}
        onChange={(event) => {
          beforeTyping('title')
          edit({ title: event.target.value }, { isCached: true })
        }}
      />
      <StatusField type={type} id={id} role={role} />
      <TextArea
        label="Content"
        rows={20}
        value={editedRecord.content}
        onChange={(event) => {
          beforeTyping('content')
          edit({ content: event.target.value }, { isCached: true })
        }}
      />
    </div>
  )
}
