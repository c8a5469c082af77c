import { selectHasEdits } from 'copydesk'
import { useEntitySelector, useResourcePermissions } from 'copydesk/react'
import { useRenders } from '../hood/useRenders'
import type { PostType } from '../route'
import './document.css'
import { DocumentEditor } from './DocumentEditor'
import { DocumentReader } from './DocumentReader'
import { DocumentSkeleton } from './DocumentSkeleton'

/** What a part of an open document needs to know about it. */
export interface DocumentProps {
  type: PostType
  id: number
  role: string
}

/** One document: to edit for those who may, to read for the others. */
export function DocumentView({ type, id, role }: DocumentProps) {
  useRenders('DocumentView')
  const permissions = useResourcePermissions({ kind: 'postType', name: type, id })
  // Whoever loses the right to edit while editing keeps what they typed before their eyes.
  const hasEdits = useEntitySelector((state) => selectHasEdits(state, 'postType', type, id))
  if (!permissions.hasResolved) return <DocumentSkeleton />
  if (!permissions.canUpdate && !hasEdits) return <DocumentReader type={type} id={id} role={role} />
  return (
    <DocumentEditor
      type={type}
      id={id}
      role={role}
      canUpdate={permissions.canUpdate === true}
      canDelete={permissions.canDelete === true}
    />
  )
}
