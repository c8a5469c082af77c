import { useId, type ComponentType, type ReactNode } from 'react'
import type { ConflictChoice, SaveConflict } from 'copydesk/durable'
import { countOf } from '../ui/texts'
import { Side } from './Side'
import { fieldName } from './fieldNames'

export interface ConflictFieldProps {
  field: string
  sides: SaveConflict['fields'][string]
  choice: ConflictChoice | undefined
  onChoose: (choice: ConflictChoice) => void
  /** Whose the other side is. Default `Theirs`. */
  their?: string | undefined
  /** Shows what became of a field. */
  Difference?: ComponentType<{ field: string; from: unknown; to: unknown }>
  /** What else can be chosen, given the name of the group. */
  children?: (name: string) => ReactNode
}

/** What two people made of one field, side by side, and which of it stays. */
export function ConflictField(props: ConflictFieldProps) {
  const { field, sides, choice, onChoose, their = 'Theirs', Difference = Side, children } = props
  const { proposals, parts = [{ at: 0, ...sides }] } = sides
  const name = useId()
  return (
    <fieldset>
      <legend>{fieldName(field)}</legend>
      {proposals && <p className="hint">You both changed {countOf(parts.length, 'passage')} of it.</p>}
      <div className="sides">
        {(['mine', 'theirs'] as const).map((side) => {
          // Of a text, everything that only one of the two has changed is in both proposals.
          const own = proposals ? { value: proposals[side] } : side
          const isChosen = JSON.stringify(choice) === JSON.stringify(own)
          return (
            <label key={side} className="side" data-chosen={isChosen}>
              <span className="tools">
                <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(own)} />
                {side === 'mine' ? 'Yours' : their}
              </span>
              {parts.map((part) => (
                <Difference key={part.at} field={field} from={part.base} to={part[side]} />
              ))}
            </label>
          )
        })}
      </div>
      {children?.(name)}
    </fieldset>
  )
}
