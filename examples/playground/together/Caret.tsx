import type { Person } from './people'

/** Somebody’s caret, with their name for some seconds after it has moved, and their initials from then on. */
export function Caret({ person }: { person: Person }) {
  return (
    <span className="caret" data-person={person.color}>
      <span className="caret-initials">{person.initials}</span>
      <span className="caret-name">{person.name}</span>
    </span>
  )
}
