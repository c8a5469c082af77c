import { freezeDeeply } from '../core/frozen'
import type { EntityKey, RecordKey } from '../core/keys'
import { eachRow, getRow } from '../core/recordTable'
import type { StoreAction } from '../core/thunk'
import type { EditTarget } from '../edits/actions'
import { selectIsLenient } from '../edits/lenient'
import { receivedIn } from '../entities/actions'
import type { EntityState } from './rootReducer'

/**
 * Freezes the records and the edits that an action has brought, so that a mutation throws where it is made: else it would
 * be on screen, count as no edit, and be lost. What was frozen before is not looked at again. Transient edits belong to
 * their editor, and all of a lenient store to the code that was written for core-data: they stay as they are.
 */
export function freezeBrought(state: EntityState, action: StoreAction): EntityState {
  if (selectIsLenient(state)) return state
  const received = receivedIn(action)
  if (received) {
    const { entity, context, keys } = received
    const rows = getRow(state.entities.records, entity)?.contexts[context]
    for (const key of keys) {
      freezeDeeply(getRow(rows, key)?.record)
      freezeEdits(state, entity, key)
    }
  }
  for (const { entity, key } of editedIn(action)) freezeEdits(state, entity, key)
  return state
}

/** Freezes all records and edits of a state that comes from elsewhere. */
export function freezeAll(state: EntityState): EntityState {
  eachRow(state.entities.records, ({ contexts }) => {
    for (const rows of Object.values(contexts)) eachRow(rows, ({ record }) => freezeDeeply(record))
  })
  for (const rows of Object.values(state.edits.records)) eachRow(rows, ({ fields }) => freezeDeeply(fields))
  return state
}

function freezeEdits(state: EntityState, entity: EntityKey, key: RecordKey): void {
  const { fields, elsewhere } = getRow(state.edits.records[entity], key) ?? {}
  for (const cells of [fields, elsewhere]) freezeDeeply(cells)
}

interface EditingAction extends StoreAction, Partial<Pick<EditTarget, 'entity' | 'key'>> {
  /** Of an undo or a redo. */
  readonly edits?: readonly EditTarget[]
  /** Of edits that were put back. */
  readonly records?: readonly EditTarget[]
}

/** The records whose edits an action changes. */
function editedIn(action: EditingAction): readonly Pick<EditTarget, 'entity' | 'key'>[] {
  switch (action.type) {
    case 'edits/recordEdited':
    case 'edits/savedElsewhere':
      return [action as EditTarget & StoreAction]
    case 'undo/undone':
    case 'undo/redone':
      return action.edits ?? []
    case 'edits/restored':
      return action.records ?? []
    default:
      return []
  }
}
