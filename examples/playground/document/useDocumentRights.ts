import { selectEntityRecord } from 'copydesk'
import { isLocalId } from 'copydesk/durable'
import { useEntitySelector } from 'copydesk/react'
import type { PostType } from '../route'
import { useSession } from '../session/SessionContext'

/** What WordPress offers a user to do with a document, by the names of its links; assigned is a term or `author`. */
export type DocumentRight = 'publish' | 'sticky' | `assign-${string}` | 'unfiltered-html'

/**
 * Asks whether the user has a right on a document: WordPress tells it by links of the document, such as
 * `wp:action-publish`, which only those get who may.
 */
export function useDocumentRights(type: PostType, id: number): (right: DocumentRight) => boolean {
  const { user } = useSession()
  const links = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id)?._links)
  // Of one that the site does not know yet it says nothing: there the capabilities do, as it would go by them.
  if (isLocalId(id)) return (right) => user.capabilities[capabilityFor(type, right)] === true
  return (right) => links?.[`wp:action-${right}`] !== undefined
}

/** The capability that a right on one's own new document takes. */
function capabilityFor(type: PostType, right: DocumentRight): string {
  const of = type === 'page' ? 'pages' : 'posts'
  if (right === 'publish') return `publish_${of}`
  if (right === 'sticky' || right === 'assign-author') return `edit_others_${of}`
  if (right === 'unfiltered-html') return 'unfiltered_html'
  return `edit_${of}`
}
