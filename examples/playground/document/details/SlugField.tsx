import { selectEntityRecord } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { TextField } from '../../ui/Field'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'

/** The last part of the address, and the whole of it. */
export function SlugField({ type, id }: DocumentProps) {
  useRenders('SlugField')
  const { value, set } = useDocumentField(type, id, 'slug')
  const record = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id))
  if (!record) {
    return (
      <TextField
        label="Slug"
        value={value ?? ''}
        spellCheck={false}
        hint="Leave empty to make it from the title."
        onChange={({ target }) => set(target.value)}
      />
    )
  }
  const generated = record.generated_slug ?? ''
  const slug = value || generated
  const template = record.permalink_template ?? record.link
  const address = template.replace(/%(?:postname|pagename)%/, slug)
  const isThere = record.status === 'publish' && slug === record.slug
  return (
    <TextField
      label="Slug"
      value={value ?? ''}
      placeholder={generated}
      spellCheck={false}
      hint={
        <span className="permalink">
          {isThere ? (
            <a href={record.link} target="_blank" rel="noreferrer">
              {address}
            </a>
          ) : (
            address
          )}
        </span>
      }
      onChange={({ target }) => set(target.value)}
    />
  )
}
