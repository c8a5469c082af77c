import type { Cells } from '../../core/cells'
import { editsOf, editedOf, selectEditedView } from '../../edits/selectors'
import { evaluateLazyEdits, isStoredLazyEdit } from '../../edits/lazyEdit'
import { changeRows, keysOf, type Table } from '../../core/recordTable'
import { noLocks } from '../../locks/reducer'
import type { EntityState } from '../rootReducer'
import { noHistory } from '../../undo/history'
import { portableHistory } from '../../undo/portableHistory'
import { valueAtPath } from '../../edits/fieldPath'
import { withState } from '../../edits/logChanges'
import { isDirty, type StoredEdits } from '../../edits/storedEdits'

/** What becomes part of a dehydrated state. */
export interface DehydrateOptions {
  /** Whether the undo history is kept, with what can be redone. Default false. */
  readonly undo?: boolean
}

/**
 * The state as JSON, for a page that a server renders or for a later session; `preloadedState` takes it back. Lazy
 * edits are computed; transient ones, locks and whatever was under way are left out, as nobody would end them, and so is
 * the undo history unless it is asked for.
 * @example
 * const state = JSON.stringify(dehydrate(store.getState())) // goes into the page
 * const inBrowser = createEntityStore({ fetcher, preloadedState: JSON.parse(state) })
 */
export function dehydrate(state: EntityState, { undo = false }: DehydrateOptions = {}): EntityState {
  const settled = {
    ...state,
    edits: { ...state.edits, records: dehydratedEdits(state) },
    resolution: {
      ...state.resolution,
      entries: keep(state.resolution.entries, ({ status }) => status !== 'resolving'),
    },
    saving: keep(state.saving, ({ pending }) => !pending),
    deleting: keep(state.deleting, ({ pending }) => !pending),
    locks: noLocks,
    undo: undo ? portableHistory(state) : noHistory,
  }
  return JSON.parse(JSON.stringify(settled)) as EntityState
}

function dehydratedEdits(state: EntityState): EntityState['edits']['records'] {
  const records: Record<string, Table<StoredEdits>> = {}
  for (const [entity, table] of Object.entries(state.edits.records)) {
    records[entity] = changeRows(table, keysOf(table), (row) => {
      if (row === undefined) return undefined
      const { elsewhere: _, ...edits } = row
      const settled = { ...edits, fields: settledFields(state, row), transient: {} }
      // Nobody will hear how a save under way ends, so nobody will know what it has brought.
      return isDirty(settled)
        ? withState(settled, ({ state: one }) => one === 'sending' || one === 'queued', 'uncertain')
        : undefined
    })
  }
  return records
}

/** The edits of a record as they stand now, without what nobody would save. */
function settledFields(state: EntityState, { kind, name, id, fields }: StoredEdits): Cells {
  const view = selectEditedView(state, kind, name, id)
  if (view === undefined) return fields
  const computed = evaluateLazyEdits(editsOf(view) ?? {}, () => editedOf(view) ?? {})
  return Object.fromEntries(
    Object.entries(fields).map(([path, cell]) => [
      path,
      isStoredLazyEdit(cell.value) ? { ...cell, value: valueAtPath(computed, path) } : cell,
    ]),
  )
}

function keep<Row>(table: Table<Row>, isKept: (row: Row) => boolean): Table<Row> {
  return changeRows(table, keysOf(table), (row) => (row !== undefined && isKept(row) ? row : undefined))
}
