import { describePerson, type Person } from './people'

/** Those who are here, each by initials in a colour of their own; for those who can't see them, by name. */
export function Avatars({ people, label }: { people: readonly Person[]; label: string }) {
  return (
    <ul className="avatars" aria-label={label}>
      {people.slice(0, shown).map((person) => (
        <li key={person.key} className="avatar" data-person={person.color} title={describePerson(person)}>
          <span aria-hidden>{person.initials}</span>
          <span className="hidden">{describePerson(person)}</span>
        </li>
      ))}
      {people.length > shown && (
        <li className="avatar" title={people.slice(shown).map(describePerson).join('; ')}>
          +{people.length - shown}
        </li>
      )}
    </ul>
  )
}

/** More than these are counted. */
const shown = 4
