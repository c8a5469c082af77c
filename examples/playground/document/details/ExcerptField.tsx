import { TextArea } from '../../ui/Field'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'

/** What lists and feeds show of the text. */
export function ExcerptField({ type, id }: DocumentProps) {
  const { value, typeIn } = useDocumentField(type, id, 'excerpt')
  return (
    <TextArea
      label="Excerpt"
      data-field="excerpt"
      rows={3}
      value={value ?? ''}
      hint={value ? undefined : 'Without one, the beginning of the text is used.'}
      onChange={({ target }) => typeIn(target.value)}
    />
  )
}
