import type { EditedRecordOf } from 'copydesk'
import { useEntityField, type UseEntityFieldResult } from 'copydesk/react'
import type { PostType } from '../route'

type DocumentFields = EditedRecordOf<'postType', 'post'> & EditedRecordOf<'postType', 'page'>

/** One field of a document; its value is undefined where its type has no such field. */
export function useDocumentField<Name extends keyof DocumentFields & string>(
  type: PostType,
  id: number,
  name: Name,
) {
  const field = useEntityField<'postType', string, string>('postType', type, id, name)
  return field as UseEntityFieldResult<DocumentFields[Name]>
}
