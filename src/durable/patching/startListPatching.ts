import { eachAction, type StoreAction } from '../../core/thunk'
import { receivedIn } from '../../entities/actions'
import { isRefusal } from '../../saving/settleEdits'
import type { EntityState } from '../../store/rootReducer'
import type { Capability, DurableContext } from '../capability'
import { loadAhead } from '../loadAhead'
import type { ListPatching } from './listPatching'

/**
 * Patches lists with what writes are answered. It is loaded ahead, or with the first list or write; where that fails lists
 * are read again.
 */
export function startListPatching(context: DurableContext): Capability {
  const { connection, settings } = context
  const { lists } = settings
  if (!lists) return {}
  let patching: ListPatching | undefined
  /** What was read while it was being loaded, with the state before. */
  let reads: (readonly [StoreAction, EntityState])[] | undefined
  const loadOnce = loadAhead(connection, async () => {
    const noted: typeof reads = (reads = [])
    try {
      const { createListPatching } = await import('./listPatching')
      patching = createListPatching(context, lists)
      for (const [action, state] of noted) patching.noteRead(action, state)
    } finally {
      reads = undefined
    }
  })
  const load = () => loadOnce().catch(() => undefined)
  context.receivers.add(load)
  return {
    prepare: (action) => {
      if (patching) return patching.prepare(action)
      const actions = eachAction(action)
      if (actions.some(({ type }) => type.endsWith('ing/started') || type === 'queries/listReceived'))
        void load()
      if (actions.some(receivedIn)) reads?.push([action, context.store.getState()])
      return action
    },
    gate: async (intent, send) => {
      await load()
      const isFirst = patching?.noteWrite(intent)
      try {
        return await send()
      } catch (error) {
        if (isFirst && isRefusal(error)) patching?.noteRefusal(intent)
        throw error
      }
    },
  }
}
