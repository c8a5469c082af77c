import type { WriteIntent } from '../../core/writeGate'
import { basedOnReceived } from '../../edits/basis'
import { mapCells } from '../../edits/cells'
import { splitPath } from '../../edits/fieldPath'
import { selectEditedView } from '../../edits/selectors'
import { selectOtherCopies } from '../../entities/selectors'
import type { EntityState } from '../../store/rootReducer'

/**
 * A save that somebody asks for, where it writes by hand what is shown as another copy only, such as visitors see it: based
 * on that.
 */
export function basedOnCopies(state: EntityState, intent: WriteIntent): WriteIntent {
  const { what, kind, name, id } = intent
  const view = what === 'update' ? selectEditedView(state, kind, name, id) : undefined
  const record = view && selectOtherCopies(state, view.entity, view.key)
  if (!record) return intent
  const server = { record, rawAttributes: view.config.rawAttributes }
  const isSaid = (path: string) => Object.hasOwn(view.received?.record ?? {}, splitPath(path)[0])
  const fields = mapCells(intent.fields, (cell, path) =>
    isSaid(path) ? cell : basedOnReceived(cell, server, path),
  )
  return { ...intent, fields }
}
