import { Fragment, memo, useMemo, useSyncExternalStore } from 'react'
import { createUndoLevel, redo, selectUndoHistory, undo, type EntityStore, type UndoLevel } from 'copydesk'
import { useEntitySelector, useEntityStore } from 'copydesk/react'
import { Check, History } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { longDate, timeOfDay } from '../dates'
import { FieldValue } from '../difference/FieldValue'
import { useSession } from '../session/SessionContext'
import { EmptyState } from '../ui/EmptyState'
import { describeLevel, recordText, type StepDescription, type TitleOf } from './describeLevel'
import type { Saved } from './timeline'
import { selectCalled, useTitles } from './useTitles'
import './history.css'

/** What was changed, step by step, newest first; a click goes to any point of it, back or forth. */
export function HistoryPanel() {
  useRenders('HistoryPanel')
  const { levels, position, staged } = useEntitySelector(selectUndoHistory)
  const store = useEntityStore()
  const { timeline } = useSession()
  // A save that is done says so between steps that stay as they are.
  useSyncExternalStore(timeline.subscribe, timeline.version)
  const { describe, nameOf, goTo } = useMemo(() => walkOf(store), [store])
  useTitles(levels)
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
            <Fragment key={place}>
              <Saves saves={timeline.savesAfter(level)} nameOf={nameOf} />
              <Step
                step={describe(level)}
                at={timeline.timeOf(level)}
                isSameRecord={describe(all[at - 1]?.level ?? []).where === describe(level).where}
                isCurrent={!current && place === position - 1}
                isUndone={place >= position}
                target={place + 1}
                onGo={goTo}
              />
            </Fragment>
          ))}
        {hidden > 0 && <li className="hint">and {hidden} more before these</li>}
        <Saves saves={timeline.savesAfter(null)} nameOf={nameOf} />
        <Step step={beginning} isCurrent={!current && position === 0} target={0} onGo={goTo} />
      </ol>
    </section>
  )
}

/** What was saved here: the site has it as it was at this point. */
function Saves({ saves, nameOf }: { saves: readonly Saved[]; nameOf: (record: Saved) => string }) {
  return [...saves].reverse().map((saved, place) => (
    <li key={place} className="history-save">
      <Check aria-hidden />
      <span className="truncate">Saved: {nameOf(saved)}</span>
      <Time at={saved.at} />
    </li>
  ))
}

function Time({ at }: { at: number }) {
  const time = new Date(at)
  return (
    <time className="hint" dateTime={time.toISOString()} title={longDate(time)}>
      {timeOfDay(time)}
    </time>
  )
}

interface StepProps {
  step: StepDescription
  /** When it was done, in milliseconds since 1970; absent for one of an earlier page. */
  at?: number | undefined
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
  at,
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
        <span className="history-line">
          <span className="history-what">
            {what}
            {isCurrent && <span className="badge">{note ?? 'now'}</span>}
            {isUndone && <span className="badge">undone</span>}
          </span>
          {at !== undefined && <Time at={at} />}
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
  const names = new WeakMap<Saved, string>()
  let isComplete = true
  const titleOf: TitleOf = (kind, name, id) => {
    const title = selectCalled(store.getState(), kind, name, id)
    isComplete &&= title !== ''
    return title
  }
  // What has no title yet is described once more when it may have one.
  function remember<Key extends object, Text>(texts: WeakMap<Key, Text>, key: Key, make: () => Text): Text {
    const known = texts.get(key)
    if (known !== undefined) return known
    isComplete = true
    const text = make()
    if (isComplete) texts.set(key, text)
    return text
  }
  return {
    nameOf: (saved: Saved): string =>
      remember(names, saved, () => recordText(saved.kind, saved.name, saved.id, titleOf)),
    describe: (level: UndoLevel): StepDescription =>
      remember(known, level, () => describeLevel(level, titleOf)),
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
