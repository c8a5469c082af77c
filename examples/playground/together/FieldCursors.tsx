import { Fragment, useMemo } from 'react'
import { useCollaborators } from 'copydesk/sync'
import type { PostType } from '../route'
import { Caret } from './Caret'
import { peopleOf } from './people'

interface FieldCursorsProps {
  type: PostType
  id: number
  field: string
  /** What the field says. */
  value: string
}

/** Where others are in the text of a field: the same text once more, unseen, with carets in it. */
export function FieldCursors({ type, id, field, value }: FieldCursorsProps) {
  const collaborators = useCollaborators('postType', type, id)
  const cursors = useMemo(
    () =>
      peopleOf(collaborators)
        .flatMap((person) =>
          person.cursor?.field === field ? [{ person, at: person.cursor.head ?? 0 }] : [],
        )
        .sort((one, other) => one.at - other.at),
    [collaborators, field],
  )
  if (cursors.length === 0) return null
  return (
    <div className="field-cursors" aria-hidden>
      {cursors.map(({ person, at }, place) => (
        <Fragment key={person.key}>
          {value.slice(cursors[place - 1]?.at ?? 0, at)}
          <span className="caret-place">
            <Caret key={at} person={person} />
          </span>
        </Fragment>
      ))}
      {value.slice(cursors.at(-1)?.at)}
    </div>
  )
}
