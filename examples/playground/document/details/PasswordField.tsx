import { TextField } from '../../ui/Field'
import { withArticle } from '../../session/roles'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'
import { useDocumentRights } from '../useDocumentRights'

/** The password that opens the text to readers. */
export function PasswordField({ type, id, role }: DocumentProps) {
  const { value, set } = useDocumentField(type, id, 'password')
  const { value: status } = useDocumentField(type, id, 'status')
  const may = useDocumentRights(type, id)
  const reason = !may('publish')
    ? `As ${withArticle(role)} you can’t protect it.`
    : status === 'private'
      ? 'What is private needs none.'
      : undefined
  return (
    <TextField
      label="Password for readers"
      autoComplete="off"
      value={value ?? ''}
      disabled={reason !== undefined}
      hint={reason ?? (value ? 'Only who knows it can read the text.' : undefined)}
      onChange={({ target }) => set(target.value)}
    />
  )
}
