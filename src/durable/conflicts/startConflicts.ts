import { selectEntityConfig } from '../../config/selectors'
import type { Fetcher, FetchRequest, FetchResponse } from '../../core/fetchContract'
import { batched, eachAction, type StoreAction } from '../../core/thunk'
import type { WriteGate, WriteIntent } from '../../core/writeGate'
import type { SavingStarted } from '../../saving/actions'
import type { EntityMiddleware } from '../../store/plugins'
import type { Capability, DurableContext } from '../capability'
import { loadAhead } from '../loadAhead'
import type { makeCheckedSaves } from './checkedSave'
import { settledConflicts } from './settledConflicts'

/** The most answers whose tags are remembered. */
const mostTags = 1000

/**
 * Lets saves see what others have written: stands before every write of the store. What it takes to compare and to merge
 * is loaded ahead, or with the first save or undo history that may need it.
 */
export function startConflicts(context: DurableContext): Capability {
  const { store, settings, connection, uncompared, tags, features } = context
  let saves: ReturnType<typeof makeCheckedSaves> | undefined
  const load = loadAhead(connection, async () => {
    const { makeCheckedSaves } = await import('./checkedSave')
    return (saves = makeCheckedSaves(context))
  })

  async function request(given: FetchRequest, send: Fetcher): Promise<FetchResponse> {
    const response = await send(given)
    const { path, method } = given
    const { headers, data } = response
    features.noteTime(headers.get('Date'))
    if (headers.get('Copydesk-Tag') ?? headers.get('ETag') ?? headers.get('Last-Modified')) {
      const body = typeof data === 'object' && data !== null ? new WeakRef(data) : undefined
      tags.push({ path, method, headers, body })
    }
    if (tags.length > mostTags) tags.shift()
    return response
  }

  const gate: WriteGate = async (intent, send) => {
    if (mayBeChecked(intent)) await load()
    // Others of its batch may be.
    else if (intent.options.fetcher) await load().catch(() => undefined)
    return saves ? saves.gate(intent, send) : send()
  }

  /** Whether an undo may have to leave alone from now on what others have written. */
  function isForUndo(action: StoreAction): boolean {
    if (action.type === 'undo/restored' || action.type === 'undo/undone') return true
    if (action.type !== 'saving/started') return false
    const { target, sent } = action as SavingStarted
    return sent !== undefined && mayBeChecked({ ...target, what: 'update' })
  }

  /** What the queue keeps does not come by here: another tab may send it, merged with what others have written. */
  function prepare(action: StoreAction): StoreAction {
    if (!saves && eachAction(action).some(isForUndo)) void load().catch(() => undefined)
    return saves?.prepare(action) ?? action
  }

  const middleware: EntityMiddleware = () => (next) => (action) => {
    const before = store.getState()
    const result = next(action)
    const settled = settledConflicts(before, store.getState())
    if (settled.length > 0) store.dispatch(batched(settled))
    return result
  }

  function mayBeChecked({ what, kind, name }: Pick<WriteIntent, 'what' | 'kind' | 'name'>): boolean {
    const config = selectEntityConfig(store.getState(), kind, name)
    if (!config || (what !== 'update' && what !== 'autosave' && what !== 'delete')) return false
    return uncompared.size > 0 || settings.conflicts(config) !== 'overwrite'
  }

  return { gate, prepare, middleware, request }
}
