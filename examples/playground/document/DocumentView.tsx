import { useMemo } from 'react'
import { fetchPermissions, selectHasEdits, selectResolution } from 'copydesk'
import { useEntityDispatch, useEntitySelector, useResourcePermissions } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import type { PostType } from '../route'
import './document.css'
import { DocumentError } from './DocumentError'
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
  const dispatch = useEntityDispatch()
  const resource = useMemo(() => ({ kind: 'postType', name: type, id }), [type, id])
  const permissions = useResourcePermissions(resource)
  const failure = useEntitySelector((state) => selectResolution(state, 'fetchPermissions', resource).error)
  // Whoever loses the right to edit while editing keeps what they typed before their eyes.
  const hasEdits = useEntitySelector((state) => selectHasEdits(state, 'postType', type, id))
  if (!permissions.hasResolved) return <DocumentSkeleton />
  if (failure !== undefined && !permissions.canUpdate && !hasEdits) {
    const ask = () => dispatch(fetchPermissions(resource, undefined, { force: true }))
    return <DocumentError type={type} error={failure} refetch={ask} />
  }
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
