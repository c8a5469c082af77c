import { selectAuthors, selectResolution } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { Select } from '../../ui/Field'
import { withArticle } from '../../session/roles'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'
import { useDocumentRights } from '../useDocumentRights'

/** Who wrote it. */
export function AuthorField({ type, id, role }: DocumentProps) {
  useRenders('AuthorField')
  const { value, set } = useDocumentField(type, id, 'author')
  const authors = useEntitySelector((state) => selectAuthors(state))
  const isRead = useEntitySelector((state) =>
    /success|error/.test(selectResolution(state, 'fetchAuthors').status),
  )
  const may = useDocumentRights(type, id)
  const canAssign = may('assign-author')
  const isListed = authors.some((author) => author.id === value)
  return (
    <Select
      label="Author"
      value={value ?? ''}
      disabled={!canAssign}
      hint={canAssign ? undefined : `As ${withArticle(role)} you can’t choose the author.`}
      onChange={({ target }) => set(Number(target.value))}
    >
      {!isListed && (
        <option value={value ?? ''}>{!isRead ? 'Loading …' : value ? `User ${value}` : 'Nobody'}</option>
      )}
      {authors.map((author) => (
        <option key={author.id} value={author.id}>
          {author.name}
        </option>
      ))}
    </Select>
  )
}
