import { saveEditedEntityRecord } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'
import { useAskAbout } from '../kept/ConflictContext'
import type { PostType } from '../route'

/**
 * Saves a document with what it refers to that the site does not know yet, such as a new category. A failure stands on the
 * record, and what two people changed is asked about.
 */
export function useDocumentSave(type: PostType, id: number | string): () => Promise<void> {
  const dispatch = useEntityDispatch()
  const askAbout = useAskAbout()
  return async () => {
    await dispatch(saveEditedEntityRecord('postType', type, id, { with: 'references' }))
    askAbout([{ kind: 'postType', name: type, key: id }])
  }
}
