import { FieldDifference } from '../../difference/FieldDifference'
import type { ChangedField } from './changedFields'

/** What two versions do not agree on, field by field. */
export function RevisionDifference({ fields, isFirst }: { fields: ChangedField[]; isFirst: boolean }) {
  return (
    <div className="stack">
      {isFirst && <p className="hint">The oldest version that is kept.</p>}
      {fields.length === 0 && (
        <p className="hint">Nothing in the title, the text, the excerpt or the other fields.</p>
      )}
      {fields.map(({ field, from, to }) => (
        <FieldDifference key={field} field={field} from={from} to={to} />
      ))}
    </div>
  )
}
