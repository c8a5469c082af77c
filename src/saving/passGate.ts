import type { Services } from '../core/thunk'
import { isLocalId } from '../core/localId'
import type { EndedWrite, SendWrite, WriteIntent } from '../core/writeGate'
import type { WriteTarget } from '../entities/actions'
import { selectTargetView, type SaveState } from './saveState'
import type { WriteOptions } from './writeLock'

/** Sends a write, unless the store has somebody who wants to be asked first. */
export async function passGate(
  { gate }: Services,
  state: SaveState,
  { kind, name, entity, key, id, createId, isAutosave, isDelete }: WriteTarget,
  write: Pick<WriteIntent, 'fields' | 'parameters'>,
  options: WriteOptions,
  send: SendWrite,
): Promise<EndedWrite> {
  if (!gate) return send()
  const view = selectTargetView(state, { kind, name, entity, key, id, isAutosave })
  const what = isDelete
    ? 'delete'
    : isAutosave
      ? 'autosave'
      : key === undefined || isLocalId(key)
        ? 'create'
        : 'update'
  return gate(
    {
      what,
      kind,
      name,
      entity,
      key,
      id,
      ...(createId && { createId }),
      ...write,
      basis: view?.row?.basis,
      options,
    },
    send,
  )
}
