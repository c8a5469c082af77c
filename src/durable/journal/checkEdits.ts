import { isUnknownEntity, requireEntityConfig } from '../../config/loadEntityConfigs'
import { isKeyless, keyField, type EntityConfig } from '../../config/entityConfig'
import { statusIn } from '../../core/errors'
import { isLocalId } from '../../core/localId'
import { isEmpty, isRecord, type RecordData } from '../../core/plain'
import { normalizeQuery } from '../../core/query'
import { versionOfRecord } from '../../edits/basis'
import { splitPath } from '../../edits/fieldPath'
import { cellsOf } from '../../edits/log'
import { askServer } from '../../entities/askServer'
import { requestToRead } from '../../entities/recordPath'
import type { DurableContext } from '../capability'
import { unwrapped } from '../conflicts/comparedRecord'
import { mergeField } from '../conflicts/mergeField'
import { replay } from '../conflicts/replay'
import type { RecoveredEdits } from '../durability'
import type { KeptEdits } from './keptEdits'
import type { FoundEdits } from './remains'

type Standing = RecoveredEdits['standing']

/** How many records one request asks for. */
const pageSize = 100

/**
 * Asks the server how kept edits stand: one request for a hundred records of an entity, and one for each that it does not
 * find among them.
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
  context: DurableContext,
  items: readonly FoundEdits[],
  standings: Map<string, Standing>,
): Promise<void> {
  const [
    {
      kept: { kind, name },
    },
  ] = items as [FoundEdits]
  let config: EntityConfig
  try {
    config = await context.store.dispatch(requireEntityConfig(kind, name))
  } catch (error) {
    // Where the server could not be asked for its entities, nobody knows.
    for (const { item } of items) standings.set(item, isUnknownEntity(error) ? 'unknownEntity' : 'unchecked')
    return
  }
  const asksMany = !isKeyless(config) && config.server === undefined
  for (let at = 0; at < items.length; at += asksMany ? pageSize : 1) {
    const some = items.slice(at, at + (asksMany ? pageSize : 1))
    const found = asksMany ? await readMany(context, config, some) : new Map<string, RecordData>()
    for (const one of some) {
      const record = found.get(one.kept.key)
      standings.set(
        one.item,
        record ? standingOf(config, one.kept, record) : await readOne(context, config, one),
      )
    }
  }
}

/** The records that a list gives, by key; none where it is refused. */
async function readMany(
  { services }: DurableContext,
  config: EntityConfig,
  items: readonly FoundEdits[],
): Promise<ReadonlyMap<string, RecordData>> {
  const field = keyField(config) ?? 'id'
  const include = items.map(({ kept }) => kept.key).join(',')
  const query = normalizeQuery({
    _fields: fieldsToCompare(config, items),
    ...(config.kind === 'postType' && { status: 'any' }),
  })
  try {
    const request = requestToRead(config, query, undefined, { include, per_page: pageSize })
    const { data } = await askServer(config, services.fetcher, request)
    const records = Array.isArray(data) ? data.filter(isRecord) : []
    return new Map(records.map((record) => [String(record[field]), record]))
  } catch (error) {
    if (statusIn(error) === 0) throw error
    return new Map()
  }
}

async function readOne(
  { services }: DurableContext,
  config: EntityConfig,
  found: FoundEdits,
): Promise<Standing> {
  const query = normalizeQuery({ _fields: fieldsToCompare(config, [found]) })
  try {
    const { data } = await askServer(config, services.fetcher, requestToRead(config, query, found.kept.key))
    return isRecord(data) ? standingOf(config, found.kept, data) : 'unchecked'
  } catch (error) {
    const status = statusIn(error)
    if (status === 404 || status === 410) return 'gone'
    if (status === 401 || status === 403) return 'forbidden'
    throw error
  }
}

function fieldsToCompare(config: EntityConfig, items: readonly FoundEdits[]): string {
  const fields = new Set([keyField(config) ?? 'id', 'modified_gmt', 'modified'])
  for (const { kept } of items) for (const path of Object.keys(cellsOf(kept))) fields.add(splitPath(path)[0])
  return [...fields].join(',')
}

/** How kept edits stand to the record as the server has it. */
function standingOf(config: EntityConfig, kept: KeptEdits, record: RecordData): Standing {
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
  const { modified } = versionOfRecord(record)
  const before = kept.origin?.version?.modified
  return before !== undefined && modified !== undefined && modified !== before ? 'newer' : 'same'
}
