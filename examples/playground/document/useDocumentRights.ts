import { selectEntityRecord } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import type { PostType } from '../route'

/** What WordPress offers a user to do with a document, by the names of its links; assigned is a term or `author`. */
export type DocumentRight = 'publish' | 'sticky' | `assign-${string}` | `create-${string}` | 'unfiltered-html'

/**
 * Asks whether the user has a right on a document: WordPress tells it by links of the document, such as
 * `wp:action-publish`, which only those get who may.
 */
export function useDocumentRights(type: PostType, id: number): (right: DocumentRight) => boolean {
  const links = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id)?._links)
  return (right) => links?.[`wp:action-${right}`] !== undefined
}
