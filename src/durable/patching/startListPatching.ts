import { eachAction } from '../../core/thunk'
import type { Capability, DurableContext } from '../capability'
import type { Prepare } from './listPatching'

/** Patches lists with what writes are answered. It is loaded with the first write; where that fails lists are read again. */
export function startListPatching({ store, services, settings }: DurableContext): Capability {
  const { lists } = settings
  if (!lists) return {}
  let patch: Prepare | undefined
  let loading: Promise<void> | undefined
  const load = () =>
    (loading ??= import('./listPatching').then(
      ({ createListPatching }) => {
        patch = createListPatching(store, services, lists)
      },
      () => {
        loading = undefined
      },
    ))
  return {
    prepare: (action) => {
      if (patch) return patch(action)
      if (eachAction(action).some(({ type }) => type.endsWith('ing/started'))) void load()
      return action
    },
    gate: async (intent, send) => {
      await load()
      return send()
    },
  }
}
