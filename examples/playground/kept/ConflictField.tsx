import { ConflictField as ChosenSide, type ConflictFieldProps } from '../../editor/safety/ConflictField'
import { fieldName } from '../../editor/safety/fieldNames'
import { FieldDifference } from '../difference/FieldDifference'
import { TextDifference } from '../difference/TextDifference'
import { TextArea } from '../ui/Field'

/** One field that two people changed: one of both, or both put together by hand, and what the whole text comes to. */
export function ConflictField(props: ConflictFieldProps) {
  const { field, sides, choice, onChoose } = props
  const { mine, theirs, parts = [], proposals } = sides
  const isText = typeof mine === 'string' && typeof theirs === 'string' && field !== 'status'
  const chosen = typeof choice === 'object' ? String(choice.value) : undefined
  const written = chosen === proposals?.mine || chosen === proposals?.theirs ? undefined : chosen
  return (
    <div className="conflict-field">
      <ChosenSide {...props} Difference={parts.length > 0 ? PassageDifference : FieldDifference}>
        {(name) =>
          isText && (
            <>
              <label className="tools">
                <input
                  type="radio"
                  name={name}
                  checked={written !== undefined}
                  onChange={() => onChoose({ value: written ?? `${proposals?.mine ?? mine} ` })}
                />
                Put together by hand
              </label>
              {written !== undefined && (
                <TextArea
                  label={`${fieldName(field)}, put together`}
                  isLabelHidden
                  className={`input ${proposals ? 'text-code' : ''}`}
                  rows={proposals ? 10 : 2}
                  value={written}
                  onChange={({ target }) => onChoose({ value: target.value })}
                />
              )}
            </>
          )
        }
      </ChosenSide>
      {proposals && chosen !== undefined && (
        <details className="conflict-merged">
          <summary>The whole text as it will be saved, compared with theirs now</summary>
          <TextDifference from={String(theirs)} to={chosen} />
        </details>
      )}
    </div>
  )
}

function PassageDifference({ from, to }: { from: unknown; to: unknown }) {
  return <TextDifference from={String(from ?? '')} to={String(to ?? '')} />
}
