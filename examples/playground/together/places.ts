import { useMemo } from 'react'
import { useCollaborators } from 'copydesk/sync'
import { peopleOf, type Person } from './people'

/**
 * The room in which all tell which document they have open. Every site has this record, and everybody who writes may be
 * in it; nothing of it is edited here.
 */
export const placesRoom = ['root', '__unstableBase'] as const

/** How a document is called there. */
export function placeOf(name: string, id: number | string): string {
  return `${name}/${id}`
}

/** Those who have a document open. */
export function usePeopleAt(place: string): readonly Person[] {
  const collaborators = useCollaborators(...placesRoom)
  return useMemo(
    () => peopleOf(collaborators.filter(({ cursor }) => cursor?.field === place)),
    [collaborators, place],
  )
}
