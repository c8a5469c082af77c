import { isUnknownEntity, requireEntityConfig } from '../../config/loadEntityConfigs'
import { serverSetting } from '../../config/defineServer'
import type { EntityConfig } from '../../config/entityConfig'
import { takesBatches } from '../../batch/writeQueue'
import { recordPath } from '../../entities/recordPath'
import { isBatchable, usualLimit } from '../../rest/batch'
import type { DurableContext } from '../capability'
import type { StoredEntry } from './entry'
import { readyToSend } from './order'

/** An entry that is about to be sent, and the config of what it writes: undefined where there is no such entity. */
export interface Ready {
  readonly entry: StoredEntry
  readonly config: EntityConfig | undefined
}

/**
 * What is sent next: one entry, or several updates that follow one another, and that the server takes in one request. What
 * was answered with a failure before goes alone, so that it takes no others along.
 * @throws What the fetcher rejects with where nobody could be asked what entities there are.
 */
export async function nextRun(
  { store, services }: Pick<DurableContext, 'store' | 'services'>,
  entries: readonly StoredEntry[],
  now: number,
): Promise<readonly Ready[]> {
  const run: Ready[] = []
  for (const entry of readyToSend(entries, now)) {
    if (run.length === usualLimit || (run.length > 0 && !takesBatches(services))) break
    if (run.length > 0 && !mayTravel(entry)) break
    const config = await configOf(entry)
    const isInRun = config !== undefined && mayTravel(entry) && isTakenAlong(config, entry)
    if (run.length > 0 && !isInRun) break
    run.push({ entry, config })
    if (!isInRun) break
  }
  return run

  async function configOf({ kind, name }: StoredEntry): Promise<EntityConfig | undefined> {
    try {
      return await store.dispatch(requireEntityConfig(kind, name))
    } catch (error) {
      if (!isUnknownEntity(error)) throw error
      return undefined
    }
  }
}

/** Of writes other than updates the next one may depend on the answer. */
function mayTravel({ what, failures }: StoredEntry): boolean {
  return what === 'update' && failures === undefined
}

function isTakenAlong(config: EntityConfig, { key }: StoredEntry): boolean {
  const stated = serverSetting(config, 'isBatchable')
  const path = pathOf(config, key)
  return path !== undefined && isBatchable({ path, ...(stated !== undefined && { isBatchable: stated }) })
}

/** Undefined for a key that is none of the entity: its entry goes alone, and is held with what is wrong about it. */
function pathOf(config: EntityConfig, key: StoredEntry['key']): string | undefined {
  try {
    return recordPath(config, key)
  } catch {
    return undefined
  }
}
