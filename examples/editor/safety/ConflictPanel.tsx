import type { ComponentType, ReactNode } from 'react'
import { useSaveConflict } from 'copydesk/durable/react'
import { showDate } from '../ui/texts'
import { ConflictField, type ConflictFieldProps } from './ConflictField'
import { fieldName, inFieldOrder } from './fieldNames'

interface ConflictPanelProps {
  kind: string
  name: string
  id: number | string | undefined
  /** Called when all is chosen. */
  onChosen: () => unknown
  /** Shows a field, and what can be chosen of it. */
  Field?: ComponentType<ConflictFieldProps>
  /** What else can be done about it. */
  children?: ReactNode
}

const reasons = {
  changed: 'saved this while you wrote. Nothing was replaced, and nothing is lost: choose.',
  trashed: 'has put this into the trash. Choose whether it comes back.',
  gone: 'has been deleted meanwhile. What you wrote is still here: copy what you need of it.',
  overtaken: 'saved this a moment before you. What they wrote is among the revisions.',
}

/** What two people made of the same fields, side by side, and which of it stays. */
export function ConflictPanel(props: ConflictPanelProps) {
  const { kind, name, id, onChosen, Field = ConflictField, children } = props
  const found = useSaveConflict(kind, name, id, { author: true })
  const { conflict, author, choices, choose, isChosen, resolve } = found
  if (!conflict) return null
  const { reason, fields, merged } = conflict

  return (
    <section className="conflict stack" aria-label="Conflict" tabIndex={-1} ref={focusOnce}>
      <p role="alert">
        {reason === 'gone' ? 'This' : author?.name || 'Somebody else'} {reasons[reason]}
        {author && ` Theirs is of ${showDate(author.at)}.`}
        {merged.length > 0 &&
          ` What you changed in ${merged.map(fieldName).join(', ').toLowerCase()} goes together with theirs.`}
      </p>
      {reason !== 'gone' && (
        <>
          {inFieldOrder(Object.keys(fields)).map((field) => (
            <Field
              key={field}
              field={field}
              sides={fields[field]!}
              their={author?.name && `${author.name}’s`}
              choice={choices[field]}
              onChoose={(choice) => choose(field, choice)}
            />
          ))}
          <footer>
            {children}
            <button className="primary" disabled={!isChosen} onClick={() => (resolve(), onChosen())}>
              Save what I chose
            </button>
          </footer>
        </>
      )}
    </section>
  )
}

/** Whoever has pressed Save is led to what has come of it. */
const focusOnce = (section: HTMLElement | null) => section?.focus()
