import type { EditedRecordOf, EditsOf } from 'copydesk'
import { useEntityProp, useEntityRecord } from 'copydesk/react'
import type { PostType } from '../route'

type DocumentFields = EditedRecordOf<'postType', 'post'> & EditedRecordOf<'postType', 'page'>

/** One field of a document: its edited value, and how to change it. Other fields' changes do not render it again. */
export interface DocumentField<Value> {
  /** Undefined while the document is not known, and where its type has no such field. */
  value: Value | undefined
  /** A finished change: a step back of its own. */
  change: (value: Value) => void
  /** A change by key: a burst of typing is one step back. */
  typeIn: (value: Value) => void
}

export function useDocumentField<Name extends keyof DocumentFields & string>(
  type: PostType,
  id: number,
  name: Name,
): DocumentField<DocumentFields[Name]> {
  const [value] = useEntityProp('postType', type, name as keyof EditedRecordOf<'postType', PostType>, id)
  const { edit } = useEntityRecord('postType', type, id)
  const edits = (next: unknown) => ({ [name]: next }) as EditsOf<'postType', PostType>
  return {
    value: value as DocumentFields[Name] | undefined,
    change: (next) => edit(edits(next), { undo: 'new' }),
    typeIn: (next) => edit(edits(next)),
  }
}
