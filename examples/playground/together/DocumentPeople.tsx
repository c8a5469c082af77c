import { useMemo } from 'react'
import { useCollaborators, useSyncStatus, type SyncStatus } from 'copydesk/sync'
import type { PostType } from '../route'
import { Avatars } from './Avatars'
import { NextTry } from './NextTry'
import { peopleOf } from './people'
import { useTellCursor } from './useTellCursor'

interface DocumentPeopleProps {
  type: PostType
  id: number
}

/** Who else is at a document, and how the connection with them is doing. */
export function DocumentPeople({ type, id }: DocumentPeopleProps) {
  const collaborators = useCollaborators('postType', type, id)
  const status = useSyncStatus('postType', type, id)
  const people = useMemo(() => peopleOf(collaborators), [collaborators])
  useTellCursor(type, id, status?.status === 'connected')
  if (!status) return null
  return (
    <div className="together" data-status={status.status} role="group" aria-label="Working together">
      <p aria-live="polite">{people.length > 0 || status.status !== 'connected' ? textOf(status) : alone}</p>
      {status.status === 'disconnected' && <NextTry key={status.message} inMs={status.retryInMs} />}
      {people.length > 0 && <Avatars label="Here as well" people={people} />}
      <p className="hidden" aria-live="polite">
        {people.map(({ name }) => `${name} is here as well.`).join(' ')}
      </p>
    </div>
  )
}

const alone = 'Nobody else is here'

function textOf(status: SyncStatus): string {
  switch (status.status) {
    case 'connecting':
      return 'Connecting …'
    case 'connected':
      return 'Together'
    case 'disconnected':
      return `Not connected. ${status.message}`
  }
}
