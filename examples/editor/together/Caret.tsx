import type { Person } from './people'

/** Somebody’s caret, with their name for some seconds after it has moved. */
export function Caret({ person }: { person: Person }) {
  return (
    <span className="caret" data-person={person.color}>
      <span className="caret-name">{person.name}</span>
    </span>
  )
}
