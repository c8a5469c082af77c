import {
  createUndoLevel,
  selectUndoHistory,
  type EntityId,
  type EntityMiddleware,
  type EntityState,
  type EntityStoreAction,
  type StorePlugin,
  type UndoHistory,
  type UndoLevel,
} from 'copydesk'
import type { WriteTarget } from 'copydesk/actions'

/** A save that the site took. */
export interface Saved {
  kind: string
  name: string
  id: EntityId | undefined
  /** When it was done, in milliseconds since 1970. */
  at: number
}

/** When the steps of the history were done and where records were saved between them, neither of which the store keeps. */
export interface Timeline {
  plugin: StorePlugin
  /** When a step was done, in milliseconds since 1970; undefined for one of an earlier page. */
  timeOf: (level: UndoLevel) => number | undefined
  /** What was saved when this was the last step that was done; null for the beginning. */
  savesAfter: (level: UndoLevel | null) => readonly Saved[]
  /** Grows with each save that is noted. */
  version: () => number
  subscribe: (listener: () => void) => () => void
}

/** What is known of a step. */
interface Moment {
  at: number | undefined
  saves: readonly Saved[]
}

/** Follows the history of one store. A save ends the step before it, so that there is a place between two steps. */
export function createTimeline(now = Date.now): Timeline {
  const listeners = new Set<() => void>()
  let version = 0
  const moments = new WeakMap<UndoLevel, Moment>()
  let beginning: Moment = { at: undefined, saves: [] }
  let known: UndoHistory['levels'] = []
  /** The last step that was done when a save was begun, by record; a save that waits to be sent keeps its place. */
  const begun = new Map<string, { level: UndoLevel | undefined; isQueued: boolean }>()

  function lastDone(state: EntityState): UndoLevel | undefined {
    const { levels, position } = selectUndoHistory(state)
    return levels[position - 1]
  }

  function note(level: UndoLevel | undefined, saved: Saved): void {
    const moment = level && moments.get(level)
    if (level && moment) moments.set(level, { ...moment, saves: [...moment.saves, saved] })
    else if (!level) beginning = { ...beginning, saves: [...beginning.saves, saved] }
    version += 1
    for (const listener of listeners) listener()
  }

  function follow(actions: readonly EntityStoreAction[], levels: UndoHistory['levels']): void {
    if (levels === known) return
    const carried = carry(actions, known, levels)
    levels.forEach((level, place) => {
      if (moments.has(level)) return
      const before = carried(place)
      const moment = before === 'unknown' ? { at: undefined, saves: [] } : before && moments.get(before)
      moments.set(level, moment ?? { at: now(), saves: [] })
    })
    known = levels
  }

  function settle(action: EntityStoreAction): void {
    if (action.type === 'saving/settled' && action.queued) {
      const save = begun.get(nameOf(action.target))
      if (save) save.isQueued = true
    }
    if (action.type !== 'entities/recordSaved' || action.target.isAutosave) return
    const { kind, name, id } = action.target
    const save = begun.get(nameOf(action.target))
    begun.delete(nameOf(action.target))
    if (save) note(save.level, { kind, name, id: id ?? action.key, at: now() })
  }

  const middleware: EntityMiddleware = (store) => (next) => (given) => {
    const action = given as EntityStoreAction
    if (action.type === 'saving/started' && !action.target.isAutosave) {
      store.dispatch(createUndoLevel())
      const name = nameOf(action.target)
      if (!begun.get(name)?.isQueued) begun.set(name, { level: lastDone(store.getState()), isQueued: false })
    }
    const result = next(given)
    const actions = eachAction(action)
    follow(actions, selectUndoHistory(store.getState()).levels)
    actions.forEach(settle)
    return result
  }

  return {
    plugin({ getState }) {
      known = selectUndoHistory(getState()).levels
      for (const level of known) moments.set(level, { at: undefined, saves: [] })
      return { middleware }
    },
    timeOf: (level) => moments.get(level)?.at,
    savesAfter: (level) => (level === null ? beginning.saves : (moments.get(level)?.saves ?? [])),
    version: () => version,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Gives the step that stood for one before something else than a new step has changed the history: that of an earlier
 * page goes below it, what others have written alters the last step, and a record that is deleted takes its own along.
 */
function carry(
  actions: readonly EntityStoreAction[],
  before: UndoHistory['levels'],
  after: UndoHistory['levels'],
): (place: number) => UndoLevel | 'unknown' | undefined {
  const is = (types: RegExp) => actions.some(({ type }) => types.test(type))
  if (is(/^undo\/restored$/)) return (place) => before[place - (after.length - before.length)] ?? 'unknown'
  if (is(/^(?:edits\/recordEdited|undo\/(?:levelCreated|undone|redone))$/)) return () => undefined
  let next = 0
  const places = after.map((level) => {
    const same = before.indexOf(level, next)
    return (next = (same === -1 ? next : same) + 1) - 1
  })
  return (place) => before[Math.min(places[place] ?? 0, before.length - 1)]
}

/** The actions of a batch, and of those within it; of any other action, itself. */
function eachAction(action: EntityStoreAction): readonly EntityStoreAction[] {
  if (action.type !== 'store/batched') return [action]
  return (action.actions as readonly EntityStoreAction[]).flatMap(eachAction)
}

function nameOf({ entity, key, createId }: WriteTarget): string {
  return `${entity}/${key ?? createId ?? ''}`
}
