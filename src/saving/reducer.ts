import { deleteRows, eachRow, emptyTable, getRow, setRow } from '../core/recordTable'
import { removedIn, type EntitiesAction, type WriteTarget } from '../entities/actions'
import type { SavingAction } from './actions'
import {
  settledWrite,
  storedWrite,
  unnamed,
  withoutRemoved,
  writeAddress,
  type StoredWrite,
  type WritesState,
} from './writes'
import type { StateWithUndo } from '../undo/history'

/** The state as far as it goes up to here, with saves under way and failed. */
export interface StateWithSaving extends StateWithUndo {
  readonly saving: WritesState
}

export function savingReducer(
  state: WritesState = emptyTable(),
  action: SavingAction | EntitiesAction,
): WritesState {
  const left = withOthers(state, action)
  if (left) return left
  switch (action.type) {
    case 'saving/started': {
      const { target } = action
      const address = writeAddress(target)
      const others = underWay(getRow(state, address))
      const started = storedWrite(target, {
        pending: true,
        ...(others.length > 0 && { others }),
        ...waitingBesideAutosave(state, target),
      })
      return setRow(withoutFailedCreates(state, target), address, started)
    }
    case 'saving/failed': {
      const { target, error, conflict } = action
      const before = waitingBesideAutosave(state, target)
      return settledWrite(state, { target, error, ...before, conflict: conflict ?? before.conflict })
    }
    case 'saving/settled':
      return settledWrite(state, action)
    case 'saving/autosaved':
      return settledWrite(state, { target: action.target, ...waitingBesideAutosave(state, action.target) })
    case 'entities/recordSaved': {
      const address = writeAddress(action.target)
      const { error, mutation } = getRow(state, address) ?? {}
      // Another tab's save says nothing of one that failed here.
      const isOther = error && mutation && mutation !== action.target.mutation
      return isOther ? state : setRow(state, address, undefined)
    }
    default: {
      const removed = removedIn(action)
      return removed ? withoutRemoved(state, removed) : state
    }
  }
}

/** What the saves of a record that are under way send. */
function underWay({ pending, mutation, others = [] }: Partial<StoredWrite> = {}): readonly string[] {
  return pending && mutation !== undefined ? [...others, mutation] : []
}

/** The saves where one has ended while others of the same record go on; undefined where none does. */
function withOthers(state: WritesState, { type, target }: Ended): WritesState | undefined {
  if (!target?.mutation || type === 'saving/started') return undefined
  const address = writeAddress(target)
  const before = getRow(state, address)
  const left = underWay(before).filter((mutation) => mutation !== target.mutation)
  const mutation = left.at(-1)
  if (before === undefined || mutation === undefined) return undefined
  const { others: _, ...write } = before
  const others = left.slice(0, -1)
  return setRow(state, address, { ...write, mutation, ...(others.length > 0 && { others }) })
}

type Ended = Pick<SavingAction | EntitiesAction, 'type'> & { readonly target?: WriteTarget }

/** An autosave is beside the save that waits to be sent, or to be decided: however it ends, that waits still. */
function waitingBesideAutosave(
  state: WritesState,
  target: WriteTarget,
): Pick<StoredWrite, 'queued' | 'conflict'> {
  const { queued, conflict } = (target.isAutosave && getRow(state, writeAddress(target))) || {}
  return { ...(queued && { queued }), ...(conflict && { conflict }) }
}

/** Nobody can ask for a failed create that has no name of its own, other than as the last one. */
function withoutFailedCreates(state: WritesState, target: WriteTarget): WritesState {
  if (target.key !== undefined) return state
  const failed: string[] = []
  eachRow(state, ({ entity, createId, pending }, name) => {
    if (entity === target.entity && createId?.startsWith(unnamed) && !pending) failed.push(name)
  })
  return deleteRows(state, failed)
}
