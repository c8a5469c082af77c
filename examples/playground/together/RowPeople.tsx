import { Avatars } from './Avatars'
import { placeOf, usePeopleAt } from './places'

/** Who has the document of a row open. */
export function RowPeople({ name, id }: { name: string; id: number | string }) {
  const people = usePeopleAt(placeOf(name, id))
  if (people.length === 0) return null
  return <Avatars label="Open at" people={people.map((person) => ({ ...person, cursor: undefined }))} />
}
