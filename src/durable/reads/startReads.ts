import { isUnusedRemoved } from '../../store/garbageCollection/actions'
import type { StoreAction } from '../../core/thunk'
import type { Capability, DurableContext } from '../capability'
import { whenUnavailable, type StatusKeeper } from '../statusKeeper'
import type { Reads } from './openReads'

/** What is read, kept on the device: its part of a durability. */
export interface ReadsCapability extends Capability {
  /** Resolves when what was kept is in the store, or it is known that nothing is. */
  readonly ready: Promise<void>
  readonly flush: () => Promise<void>
  /** As `makeRoom` of the context. */
  readonly makeRoom: DurableContext['makeRoom']
}

/** Keeps what is read, so that a page without a network shows what it showed before. */
export function startReads(context: DurableContext, keeper: StatusKeeper): ReadsCapability {
  const { reads: limits } = context.settings
  if (!limits)
    return {
      ready: Promise.resolve(),
      flush: () => Promise.resolve(),
      makeRoom: () => Promise.resolve(false),
    }
  const declared = new Set(Object.keys(context.store.getState().config.entities))
  let reads: Reads | undefined
  let isClosed = false
  const opened = context.connection
    .then(async (connection) => {
      if (!connection || isClosed) return
      const { openReads } = await import('./openReads')
      reads = await openReads({ context, connection, keeper, limits, declared })
      if (isClosed) await reads.close()
    })
    // Where it can't be read nothing was kept: the server is asked.
    .catch(() => undefined)
  return {
    ready: Promise.race([opened, whenUnavailable(keeper)]),
    flush: async () => reads?.flush(),
    makeRoom: async () => (await reads?.makeRoom()) ?? false,
    middleware: () => (next) => (action) => {
      if (!reads || !isUnusedRemoved(action as StoreAction)) return next(action)
      let result: unknown
      reads.leaveOut(() => {
        result = next(action)
      })
      return result
    },
    close: async () => {
      isClosed = true
      await reads?.close()
    },
  }
}
