import { selectThemeSupports } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { Select } from '../../ui/Field'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'

const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio']

/** The sort of a post, by which themes may style it. */
export function FormatField({ type, id }: DocumentProps) {
  useRenders('FormatField')
  const { value, set } = useDocumentField(type, id, 'format')
  const supported = useEntitySelector((state) => selectThemeSupports(state)?.formats)
  const choices = [...new Set([...(supported ?? formats), value ?? 'standard'])]
  return (
    <Select label="Format" value={value ?? 'standard'} onChange={({ target }) => set(target.value)}>
      {choices.map((format) => (
        <option key={format} value={format}>
          {format.charAt(0).toUpperCase() + format.slice(1)}
        </option>
      ))}
    </Select>
  )
}
