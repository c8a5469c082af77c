import { TextArea } from '../../ui/Field'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'

/** What lists and feeds show of the text. */
export function ExcerptField({ type, id }: DocumentProps) {
  const { value, set } = useDocumentField(type, id, 'excerpt')
  return (
    <TextArea
      label="Excerpt"
      data-field="excerpt"
      rows={3}
      value={value ?? ''}
      hint={value ? undefined : 'Leave empty to use the start of the text.'}
      onChange={({ target }) => set(target.value)}
    />
  )
}
