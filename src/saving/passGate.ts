import type { Services } from '../core/thunk'
import { isLocalId } from '../core/localId'
import type { EndedWrite, SendWrite, WriteIntent } from '../core/writeGate'
import type { WriteTarget } from '../entities/actions'
import { basisOf } from '../edits/storedEdits'
import { selectTargetView, type SaveState } from './saveState'
import type { WriteOptions } from './writeLock'

/** Sends a write, unless the store has somebody who wants to be asked first. */
export async function passGate(
  { gate }: Services,
  state: SaveState,
  target: WriteTarget,
  write: Pick<WriteIntent, 'fields' | 'parameters'>,
  options: WriteOptions,
  send: SendWrite,
): Promise<EndedWrite> {
  if (!gate) return send()
  const { isAutosave, isDelete, ...named } = target
  const isNew = target.key === undefined || isLocalId(target.key)
  const what = isDelete ? 'delete' : isAutosave ? 'autosave' : isNew ? 'create' : 'update'
  const basis = basisOf(selectTargetView(state, target)?.row, target.mutation)
  return gate({ what, ...named, ...write, basis, options }, send)
}
