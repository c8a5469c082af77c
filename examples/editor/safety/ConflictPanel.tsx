import { useState } from 'react'
import { useSaveConflict } from 'copydesk/durable/react'
import { Side } from './Side'
import { fieldName } from './fieldNames'

interface ConflictPanelProps {
  kind: string
  name: string
  id: number
  /** Called when all is chosen. */
  onChosen: () => unknown
}

const reasons = {
  changed:
    'Somebody else has changed the same while you wrote. Nothing was sent, and nothing is lost: choose.',
  trashed: 'Somebody else has put this into the trash. Choose whether it comes back.',
  gone: 'Somebody else has deleted this. What you wrote is still here: copy what you need of it.',
  overtaken: 'Somebody else saved in the same moment. What they wrote is among the revisions.',
}

/** What two people made of the same fields, side by side, and which of it stays. */
export function ConflictPanel({ kind, name, id, onChosen }: ConflictPanelProps) {
  const { conflict, resolve } = useSaveConflict(kind, name, id)
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({})
  if (!conflict) return null

  const fields = Object.entries(conflict.fields)
  const isAsked = conflict.reason === 'changed' || conflict.reason === 'trashed'
  const isDone = fields.every(([field]) => chosen[field])

  function keep() {
    const choices = fields.map(([field, { proposals }]) => {
      const side = chosen[field] ?? 'mine'
      // Of a text, everything that only one of the two has changed is in both proposals.
      return [field, proposals ? { value: proposals[side] } : side] as const
    })
    resolve(Object.fromEntries(choices))
    setChosen({})
    void onChosen()
  }

  return (
    <section className="conflict stack" aria-label="Conflict" tabIndex={-1} ref={focusOnce}>
      <p role="alert">{reasons[conflict.reason]}</p>
      {isAsked &&
        fields.map(([field, { base, mine, theirs }]) => (
          <fieldset key={field}>
            <legend>{fieldName(field)}</legend>
            <div className="sides">
              {[['mine', 'Yours', mine] as const, ['theirs', 'Theirs', theirs] as const].map(
                ([side, label, value]) => (
                  <label key={side} className="side" data-chosen={chosen[field] === side}>
                    <span className="tools">
                      <input
                        type="radio"
                        name={`conflict-${field}`}
                        checked={chosen[field] === side}
                        onChange={() => setChosen({ ...chosen, [field]: side })}
                      />
                      {label}
                    </span>
                    <Side value={value} before={base} />
                  </label>
                ),
              )}
            </div>
          </fieldset>
        ))}
      {isAsked && (
        <button className="primary" disabled={!isDone} onClick={keep}>
          Keep these and save
        </button>
      )}
    </section>
  )
}

/** Whoever has pressed Save is led to what has come of it. */
function focusOnce(section: HTMLElement | null) {
  section?.focus({ preventScroll: false })
}
