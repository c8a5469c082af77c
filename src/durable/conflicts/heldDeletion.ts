import type { EntityConfig } from '../../config/entityConfig'
import type { RecordKey } from '../../core/keys'
import type { Services } from '../../core/thunk'
import type { RecordVersion, WriteIntent } from '../../core/writeGate'
import { readTheirs } from './readTheirs'
import { conflictOf, SaveConflictError } from './saveConflict'

/**
 * Holds a deletion for good that was asked for some time ago, such as one that waited in a queue, where somebody has
 * changed the record since. One request; a record that is gone or may not be read is no reason to hold it, nor is one
 * of whose version nothing is known.
 * @param version - How new the record was when the deletion was asked for.
 * @throws SaveConflictError where it is newer now; what the fetcher rejects with.
 */
export async function holdMovedDeletion(
  services: Services,
  config: EntityConfig,
  target: Pick<WriteIntent, 'kind' | 'name' | 'id'> & { readonly key: RecordKey },
  version: RecordVersion | undefined,
): Promise<void> {
  const parts = Object.entries(version ?? {}) as [keyof RecordVersion, unknown][]
  if (parts.length === 0) return
  const { key } = target
  const asked = [{ config, key, fields: [], version }]
  const found = (await readTheirs(services, config, asked, Date.now)).get(key)
  if (typeof found !== 'object') return
  if (parts.every(([part, known]) => found.version[part] === known)) return
  const { modified } = found.version
  throw new SaveConflictError(
    conflictOf(target, config, undefined, {
      reason: 'changed',
      fields: {},
      ...(modified !== undefined && { modified }),
    }),
  )
}
