import { eachAction } from '../../core/thunk'
import type { Capability, DurableContext } from '../capability'
import type { ListPatching } from './listPatching'

/** Patches lists with what writes are answered. It is loaded with the first write; where that fails lists are read again. */
export function startListPatching(context: DurableContext): Capability {
  const { lists } = context.settings
  if (!lists) return {}
  let patching: ListPatching | undefined
  let loading: Promise<void> | undefined
  const load = () =>
    (loading ??= import('./listPatching').then(
      ({ createListPatching }) => {
        patching = createListPatching(context, lists)
      },
      () => {
        loading = undefined
      },
    ))
  context.receivers.add(load)
  return {
    prepare: (action) => {
      if (patching) return patching.prepare(action)
      if (eachAction(action).some(({ type }) => type.endsWith('ing/started'))) void load()
      return action
    },
    gate: async (intent, send) => {
      await load()
      patching?.noteWrite(intent)
      return send()
    },
  }
}
