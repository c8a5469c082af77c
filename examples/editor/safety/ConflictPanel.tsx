import { useState } from 'react'
import type { ConflictChoice } from 'copydesk/durable'
import { useSaveConflict } from 'copydesk/durable/react'
import { ConflictField } from './ConflictField'

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
  const [chosen, setChosen] = useState<Readonly<Record<string, ConflictChoice>>>({})
  if (!conflict) return null

  const fields = Object.entries(conflict.fields)
  const isAsked = conflict.reason === 'changed' || conflict.reason === 'trashed'

  function keep() {
    resolve(chosen)
    setChosen({})
    void onChosen()
  }

  return (
    <section className="conflict stack" aria-label="Conflict" tabIndex={-1} ref={focusOnce}>
      <p role="alert">{reasons[conflict.reason]}</p>
      {isAsked &&
        fields.map(([field, sides]) => (
          <ConflictField
            key={field}
            {...{ field, sides }}
            choice={chosen[field]}
            onChoose={(choice) => setChosen({ ...chosen, [field]: choice })}
          />
        ))}
      {isAsked && (
        <button className="primary" disabled={!fields.every(([field]) => chosen[field])} onClick={keep}>
          Keep these and save
        </button>
      )}
    </section>
  )
}

/** Whoever has pressed Save is led to what has come of it. */
const focusOnce = (section: HTMLElement | null) => section?.focus()
