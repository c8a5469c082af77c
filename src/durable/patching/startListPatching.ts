import { eachAction, type StoreAction } from '../../core/thunk'
import { receivedIn } from '../../entities/actions'
import { isRefusal } from '../../saving/settleEdits'
import type { EntityState } from '../../store/rootReducer'
import type { Capability, DurableContext } from '../capability'
import type { ListPatching } from './listPatching'

/**
 * Patches lists with what writes are answered. It is loaded with the first list or write; where that fails lists are read
 * again.
 */
export function startListPatching(context: DurableContext): Capability {
  const { lists } = context.settings
  if (!lists) return {}
  let patching: ListPatching | undefined
  let loading: Promise<void> | undefined
  /** What was read while it was being loaded, with the state before. */
  let reads: (readonly [StoreAction, EntityState])[] = []
  const load = () =>
    (loading ??= import('./listPatching').then(
      ({ createListPatching }) => {
        patching = createListPatching(context, lists)
        for (const [action, state] of reads) patching.noteRead(action, state)
        reads = []
      },
      () => {
        loading = undefined
        reads = []
      },
    ))
  context.receivers.add(load)
  return {
    prepare: (action) => {
      if (patching) return patching.prepare(action)
      const actions = eachAction(action)
      if (actions.some(({ type }) => type.endsWith('ing/started') || type === 'queries/listReceived'))
        void load()
      if (loading && actions.some(receivedIn)) reads.push([action, context.store.getState()])
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
