import type { EntityConfig } from '../../config/entityConfig'
import { EntityStoreError, show } from '../../core/errors'
import { isLocalId } from '../../core/localId'
import { own } from '../../core/plain'
import type { WriteIntent } from '../../core/writeGate'
import { splitPath } from '../../edits/fieldPath'
import { rawRecord } from '../../edits/fields'
import { selectOtherCopies, selectRow } from '../../entities/selectors'
import { recordName, type DurableContext } from '../capability'
import { isForGood } from './knownValues'
import { policies, type ConflictPolicy } from '../options'

/**
 * How a write is compared with what the server has; undefined where it is not.
 * @throws EntityStoreError `invalid_option` for what is no policy.
 */
export function policyOf(
  { store, settings, uncompared }: DurableContext,
  intent: WriteIntent,
  config: EntityConfig,
): ConflictPolicy | undefined {
  const { what, kind, name, entity, key, fields } = intent
  const isUpdate = what === 'update' || what === 'autosave'
  // Of what waits the queue looks itself.
  const isDeletion = what === 'delete' && !intent.options.delivery && isForGood(intent, config)
  if (key === undefined || isLocalId(key) || !(isUpdate || isDeletion)) return undefined
  const given = settings.conflicts(config)
  if (!policies.includes(given)) {
    throw new EntityStoreError(
      'invalid_option',
      `conflicts gave ${show(given)} for (${kind}, ${name}). Give ${policies.map(show).join(', ')}.`,
    )
  }
  const isLate = given === 'overwrite' || given === 'detect'
  const policy = isLate && uncompared.has(recordName(entity, key)) ? 'merge' : given
  if (policy === 'overwrite') return undefined
  // What is gone can't be looked at afterwards.
  if (isDeletion) return policy === 'detect' ? undefined : policy
  const known = selectRow(store.getState(), entity, key, 'default')?.record
  // A safety copy stands beside the record, but that of one's own draft is the draft.
  if (what === 'autosave' && !['draft', 'auto-draft'].includes(String(known?.status))) return undefined
  const raw = known && rawRecord(config.rawAttributes, known)
  const shown = selectOtherCopies(store.getState(), entity, key)
  const isBased = Object.entries(fields).some(
    ([path, { base }]) => base !== undefined || own(raw ?? shown, splitPath(path)[0]) !== undefined,
  )
  return isBased ? policy : undefined
}
