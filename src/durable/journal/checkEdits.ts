import { isKeyless, type EntityConfig } from '../../config/entityConfig'
import { isUnknownEntity, requireEntityConfig } from '../../config/loadEntityConfigs'
import { isLocalId } from '../../core/localId'
import { isEmpty } from '../../core/plain'
import { splitPath } from '../../edits/fieldPath'
import { cellsOf } from '../../edits/log'
import { statusOf } from '../../rest/restError'
import type { DurableContext } from '../capability'
import { unwrapped } from '../conflicts/comparedRecord'
import { mergeField } from '../conflicts/mergeField'
import { readTheirs, type Found } from '../conflicts/readTheirs'
import { replay } from '../conflicts/replay'
import type { RecoveredEdits } from '../durability'
import type { KeptEdits } from './keptEdits'
import type { FoundEdits } from './remains'

type Standing = RecoveredEdits['standing']

/**
 * Asks the server how kept edits stand, as before a save.
 * @returns The standings by item.
 */
export async function checkEdits(
  context: DurableContext,
  items: readonly FoundEdits[],
): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>()
  const entities = new Map<string, FoundEdits[]>()
  for (const item of items) {
    // Nobody else can have changed what no server has, and local ids leave the page in no request.
    if (isLocalId(item.kept.id)) {
      standings.set(item.item, 'same')
      continue
    }
    const some = entities.get(item.kept.entity) ?? []
    entities.set(item.kept.entity, some)
    some.push(item)
  }
  for (const some of entities.values()) await checkEntity(context, some, standings)
  return standings
}

async function checkEntity(
  { store, services, features }: DurableContext,
  items: readonly FoundEdits[],
  standings: Map<string, Standing>,
): Promise<void> {
  const [first] = items as [FoundEdits]
  let config: EntityConfig
  try {
    config = await store.dispatch(requireEntityConfig(first.kept.kind, first.kept.name))
  } catch (error) {
    // Where the server could not be asked for its entities, nobody knows.
    for (const { item } of items) standings.set(item, isUnknownEntity(error) ? 'unknownEntity' : 'unchecked')
    return
  }
  const asked = items.map(({ kept }) => ({
    config,
    key: kept.key,
    fields: [...new Set(Object.keys(cellsOf(kept)).map((path) => splitPath(path)[0]))],
    version: kept.origin?.version,
  }))
  // A server that has no such list is asked for each.
  const isListed = !isKeyless(config) && config.server === undefined
  const found = await readTheirs(services, config, asked, features.now, isListed).catch((error: unknown) => {
    if (statusOf(error) !== 401) throw error
    return new Map<string, Found>()
  })
  for (const { item, kept } of items) {
    const theirs = found.get(kept.key) ?? 'forbidden'
    standings.set(item, typeof theirs === 'string' ? theirs : standingOf(config, kept, theirs))
  }
}

/** How kept edits stand to the record as the server has it. */
function standingOf(
  config: EntityConfig,
  kept: KeptEdits,
  { record, version: { modified } }: Exclude<Found, string>,
): Standing {
  const { conflicts } = replay({
    config,
    policy: 'ask',
    record: undefined,
    fields: cellsOf(kept),
    log: kept.log,
    shown: undefined,
    theirs: unwrapped(config, record),
    merge: (...sides) => mergeField(() => ({}), ...sides),
  })
  if (!isEmpty(conflicts)) return 'conflict'
  const before = kept.origin?.version?.modified
  return before !== undefined && modified !== undefined && modified !== before ? 'newer' : 'same'
}
