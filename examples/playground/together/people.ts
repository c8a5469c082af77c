import type { Collaborator, Cursor, SyncUser } from 'copydesk/sync'
import { fieldName } from '../../editor/safety/fieldNames'

/** Somebody else, however many windows they have open. */
export interface Person {
  readonly key: string
  readonly name: string
  readonly initials: string
  /** From 1 to 6: which of the colours is theirs, the same on all screens. */
  readonly color: number
  readonly cursor: Cursor | undefined
}

const colors = 6

/** Each of the others once, with the cursor of the window in which they have one. */
export function peopleOf(collaborators: readonly Collaborator[]): readonly Person[] {
  const people = new Map<string, Person>()
  for (const { user, cursor } of collaborators) {
    const key = String(user.id ?? user.name)
    const known = people.get(key)
    people.set(key, { ...personOf(user), cursor: cursor ?? known?.cursor })
  }
  return [...people.values()]
}

/** Where somebody is, in words: `Ann, in Title`. */
export function describePerson({ name, cursor }: Person): string {
  return cursor ? `${name}, in ${cursor.field === 'blocks' ? 'Content' : fieldName(cursor.field)}` : name
}

function personOf({ id, name }: SyncUser): Omit<Person, 'cursor'> {
  const key = String(id ?? name)
  const words = name.trim().split(/\s+/)
  const initials =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => word?.[0]).join('') : name.slice(0, 2)
  return { key, name, initials: initials.toUpperCase(), color: (numberOf(key) % colors) + 1 }
}

function numberOf(key: string): number {
  return /^\d+$/.test(key) ? Number(key) : [...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
}
