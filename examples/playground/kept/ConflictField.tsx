import type { ConflictChoice, SaveConflict } from 'copydesk/durable'
import { useId, type ReactNode } from 'react'
import { fieldLabel } from '../difference/fieldNames'
import { FieldDifference } from '../difference/FieldDifference'
import { FieldValue } from '../difference/FieldValue'
import { TextDifference } from '../difference/TextDifference'
import { TextArea } from '../ui/Field'

type Sides = SaveConflict['fields'][string]

interface ConflictFieldProps {
  field: string
  sides: Sides
  /** Who wrote theirs, where that is known. */
  theirName: string | undefined
  choice: ConflictChoice | undefined
  onChoose: (choice: ConflictChoice) => void
}

/** One field that two people changed: what each of them made of it, both together, and what is to stand there. */
export function ConflictField({ field, sides, theirName, choice, onChoose }: ConflictFieldProps) {
  const { base, mine, theirs, parts = [], proposals } = sides
  const group = useId()
  const isText = typeof mine === 'string' && typeof theirs === 'string'
  // Where only some paragraphs are in question, all else of both is together already.
  const own: ConflictChoice = proposals ? { value: proposals.mine } : 'mine'
  const other: ConflictChoice = proposals ? { value: proposals.theirs } : 'theirs'
  const isOwn = isSame(choice, own)
  const isOther = isSame(choice, other)
  const isWritten = choice !== undefined && !isOwn && !isOther
  const written = isWritten && typeof choice === 'object' ? String(choice.value) : ''

  const option = (label: string, isChosen: boolean, onSelect: () => void, children: ReactNode) => (
    <label className="conflict-side" data-chosen={isChosen || undefined}>
      <span className="choice">
        <input type="radio" name={group} checked={isChosen} onChange={onSelect} />
        <strong>{label}</strong>
      </span>
      {children}
    </label>
  )
  const difference = (to: 'mine' | 'theirs') =>
    parts.length > 0 ? (
      parts.map((part) => <TextDifference key={part.at} from={part.base ?? ''} to={part[to] ?? ''} />)
    ) : isText ? (
      <ShortDifference field={field} from={base} to={to === 'mine' ? mine : theirs} />
    ) : (
      <FieldValue field={field} value={to === 'mine' ? mine : theirs} />
    )

  return (
    <fieldset className="conflict-field">
      <legend>{fieldLabel(field)}</legend>
      {proposals && (
        <p className="hint">
          You both changed {parts.length === 1 ? 'one passage' : `${parts.length} passages`} of it. All other
          changes, yours and theirs, are put together either way.
        </p>
      )}
      <div className="conflict-sides">
        {option('Yours', isOwn, () => onChoose(own), difference('mine'))}
        {option(
          theirName ? `${theirName}’s` : 'Theirs',
          isOther,
          () => onChoose(other),
          difference('theirs'),
        )}
      </div>
      {isText && (
        <div className="conflict-together">
          {option(
            'Put together by hand',
            isWritten,
            () => onChoose({ value: isWritten ? written : `${proposals?.mine ?? mine} ` }),
            null,
          )}
          {isWritten && (
            <TextArea
              label={`${fieldLabel(field)}, put together`}
              isLabelHidden
              className={`input ${proposals ? 'text-code' : ''}`}
              rows={proposals ? 10 : 2}
              value={written}
              onChange={({ target }) => onChoose({ value: target.value })}
            />
          )}
        </div>
      )}
      {proposals && choice !== undefined && typeof choice === 'object' && (
        <details className="conflict-merged">
          <summary>The whole text as it will be saved, compared with theirs now</summary>
          <TextDifference from={String(theirs)} to={String(choice.value)} />
        </details>
      )}
    </fieldset>
  )
}

function isSame(one: ConflictChoice | undefined, other: ConflictChoice): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return one.value === other.value
}

/** What became of a text, without its name, which stands above. */
function ShortDifference({ field, from, to }: { field: string; from: unknown; to: unknown }) {
  return (
    <div className="conflict-difference">
      <FieldDifference field={field} from={from} to={to} />
    </div>
  )
}
