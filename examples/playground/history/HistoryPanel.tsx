import { memo, useMemo } from 'react'
import {
  createUndoLevel,
  redo,
  selectUndoHistory,
  undo,
  type EntityId,
  type EntityStore,
  type UndoLevel,
} from 'copydesk'
import { useEntitySelector, useEntityStore } from 'copydesk/react'
import { History } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { FieldValue } from '../difference/FieldValue'
import { EmptyState } from '../ui/EmptyState'
import { selectTitle } from '../unsaved/recordName'
import { describeLevel, type StepDescription } from './describeLevel'
import './history.css'

/** What was changed, step by step, newest first; a click goes to any point of it, back or forth. */
export function HistoryPanel() {
  useRenders('HistoryPanel')
  const { levels, position, staged } = useEntitySelector(selectUndoHistory)
  const store = useEntityStore()
  const { describe, goTo } = useMemo(() => walkOf(store), [store])
  const current = staged.length > 0 ? describe(staged) : null
  const hidden = Math.max(0, levels.length - shownSteps)

  if (levels.length === 0 && !current) {
    return (
      <EmptyState icon={History} title="No steps yet">
        <p>Every change is a step that you can go back to, across all records.</p>
      </EmptyState>
    )
  }
  return (
    <section className="panel" aria-labelledby="history-heading">
      <header>
        <h2 id="history-heading">History</h2>
      </header>
      <ol className="history">
        {current && <Step step={current} isCurrent note="while you type" />}
        {levels
          .map((level, place) => ({ level, place }))
          .slice(hidden)
          .reverse()
          .map(({ level, place }, at, all) => (
            <Step
              key={place}
              step={describe(level)}
              isSameRecord={describe(all[at - 1]?.level ?? []).where === describe(level).where}
              isCurrent={!current && place === position - 1}
              isUndone={place >= position}
              target={place + 1}
              onGo={goTo}
            />
          ))}
        {hidden > 0 && <li className="hint">and {hidden} more before these</li>}
        <Step step={beginning} isCurrent={!current && position === 0} target={0} onGo={goTo} />
      </ol>
    </section>
  )
}

interface StepProps {
  step: StepDescription
  isCurrent: boolean
  isUndone?: boolean
  /** Whether the step above is of the same record, whose name is not said again. */
  isSameRecord?: boolean
  note?: string
  /** How many steps are done there; absent for what is still being typed. */
  target?: number
  onGo?: (target: number) => void
}

const Step = memo(function Step({
  step,
  isCurrent,
  isUndone = false,
  isSameRecord = false,
  note,
  target,
  onGo,
}: StepProps) {
  const { what, where, field = '', from, to } = step
  const hasValues = from !== undefined || to !== undefined
  const go = target === undefined || !onGo ? undefined : () => onGo(target)
  return (
    <li className="history-step" data-undone={isUndone || undefined}>
      <button type="button" aria-current={isCurrent ? 'step' : undefined} disabled={!go} onClick={go}>
        <span className="history-what">
          {what}
          {isCurrent && <span className="badge">{note ?? 'now'}</span>}
          {isUndone && <span className="badge">undone</span>}
        </span>
        {!isSameRecord && <span className="hint truncate">{where}</span>}
        {hasValues && (
          <span className="hint truncate">
            <FieldValue field={field} value={from} /> → <FieldValue field={field} value={to} />
          </span>
        )}
      </button>
    </li>
  )
})

/** How many steps are listed: those further back are still reached one by one. */
const shownSteps = 200

const beginning: StepDescription = { what: 'The beginning', where: 'Nothing is changed yet' }

/** What describes steps, each once and with the titles of that time, and what goes to where so many are done. */
function walkOf(store: EntityStore) {
  const known = new WeakMap<UndoLevel, StepDescription>()
  const titleOf = (kind: string, name: string, id: EntityId | undefined) =>
    selectTitle(store.getState(), kind, name, id)
  return {
    describe(level: UndoLevel): StepDescription {
      const description = known.get(level) ?? describeLevel(level, titleOf)
      known.set(level, description)
      return description
    },
    goTo(target: number) {
      // What is being typed becomes a step, and what could be redone before goes, as it would by an undo.
      store.dispatch(createUndoLevel())
      for (;;) {
        const { position, levels } = selectUndoHistory(store.getState())
        if (position === target || (position < target && position >= levels.length)) return
        store.dispatch(position > target ? undo() : redo())
      }
    },
  }
}
