import { selectEntityConfig } from '../../config/selectors'
import { EntityStoreError, show } from '../../core/errors'
import { isEmpty, own } from '../../core/plain'
import type { EndedWrite, WriteGate, WriteIntent } from '../../core/writeGate'
import type { EntityConfig } from '../../config/entityConfig'
import { rawRecord } from '../../edits/fields'
import { selectRow } from '../../entities/selectors'
import { recordName, type Capability, type DurableContext } from '../capability'
import { policies, type ConflictPolicy } from '../options'
import type { makeCheckedSaves } from './checkedSave'
import { makeTags } from './preconditions'

type CheckedSaves = ReturnType<typeof makeCheckedSaves>

/** How long writes of a batch wait for one another before it is known whether any of them is checked. */
const turns = 12

/**
 * Lets saves see what others have written: stands before every write of the store. What it takes to compare is loaded
 * with the first save that has something to compare.
 */
export function startConflicts(context: DurableContext): Capability {
  const { store, services, settings, isShared, uncompared } = context
  const tags = makeTags()
  Object.assign(services, { fetcher: tags.watch(services.fetcher) })
  let loading: Promise<CheckedSaves> | undefined
  let saves: CheckedSaves | undefined
  const load = () =>
    (loading ??= import('./checkedSave').then(({ makeCheckedSaves }) => makeCheckedSaves(context, tags)))

  const gate: WriteGate = async (intent, send) => {
    const config = selectEntityConfig(store.getState(), intent.kind, intent.name)
    const policy = config && policyOf(intent, config)
    if (config === undefined || policy === undefined || intent.key === undefined) {
      await keepStep(intent)
      return send()
    }
    saves ??= await load()
    const checked = { intent, config, policy, key: intent.key }
    if (policy === 'detect') return saves.detect(checked, send)
    const ended: EndedWrite = await saves.save(checked, send)
    uncompared.delete(recordName(intent.entity, intent.key))
    return ended
  }

  /** How a write is checked; undefined where it is not. */
  function policyOf(intent: WriteIntent, config: EntityConfig): ConflictPolicy | undefined {
    const { what, kind, name, entity, key, id } = intent
    if (key === undefined || what === 'create' || what === 'delete' || isShared(kind, name, id))
      return undefined
    const given = settings.conflicts(config)
    if (!policies.includes(given)) {
      throw new EntityStoreError(
        'invalid_option',
        `conflicts gave ${show(given)} for (${kind}, ${name}). Give ${policies.map(show).join(', ')}.`,
      )
    }
    const policy = uncompared.has(recordName(entity, key)) && isLate(given) ? 'merge' : given
    if (policy === 'overwrite') return undefined
    const known = selectRow(store.getState(), entity, key, 'default')?.record
    // A safety copy stands beside the record, but that of one's own draft is the draft.
    if (what === 'autosave' && !['draft', 'auto-draft'].includes(String(known?.status))) return undefined
    const raw = known && rawRecord(config.rawAttributes, known)
    const isBased = Object.keys(intent.fields).some((field) => own(raw, field) !== undefined)
    return isBased || !isEmpty(intent.basis?.values ?? {}) ? policy : undefined
  }

  /** Writes of a batch that are not checked wait for those that are, so that all of them go along. */
  async function keepStep({ options }: WriteIntent): Promise<void> {
    if (!options.fetcher) return
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    if (loading) await (await loading).ended()
  }

  return { gate, prepare: (action) => saves?.prepare(action) ?? action }
}

function isLate(policy: ConflictPolicy): boolean {
  return policy === 'overwrite' || policy === 'detect'
}
