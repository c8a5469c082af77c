import type { EntityConfig } from '../../config/entityConfig'
import type { RecordKey } from '../../core/keys'
import { isRecord, type RecordData } from '../../core/plain'
import type { Services } from '../../core/thunk'
import type { RecordVersion } from '../../core/recordVersion'
import { recordPath } from '../../entities/recordPath'
import { askingFresh } from '../../rest/freshReads'

/** Fields of which the server keeps revisions. */
export const revisioned = ['title', 'content', 'excerpt'] as const

/** How an autosave is named among the revisions, of which it is one. */
const autosaveSlug = /-autosave-v1$/

/** The most revisions that are looked through. */
const mostRevisions = 100
/** How many may have come since the newest version was answered, so that they are all found that are older than it. */
const mostSince = 20

/**
 * The revisions of a record since a version, newest first, without autosaves; none where they may not be read. Those that have
 * come since the newest version was answered are among them.
 * @param newest How many there are at the newest version.
 */
export async function revisionsSince(
  services: Services,
  config: EntityConfig,
  key: RecordKey,
  since: RecordVersion,
  newest: number,
  fields: readonly string[],
): Promise<readonly RecordData[]> {
  const newer = newest - (since.revisions ?? newest)
  if (newer <= 0) return []
  const most = Math.min(newer + mostSince, mostRevisions)
  const query = `per_page=${most}&_fields=${['id', 'slug', ...fields].join()}`
  const rows = await newestRevisions(services, config, key, query).catch(() => [])
  return rows.filter(({ id }) => Number(id) > (since.revision ?? 0))
}

/** The newest revisions of a record, without autosaves, whatever a cache by addresses has of them. */
export async function newestRevisions(
  services: Services,
  config: EntityConfig,
  key: RecordKey,
  query: string,
): Promise<readonly RecordData[]> {
  const [address] = recordPath(config, key).split('?')
  const path = `${address}/revisions?context=edit&${query}`
  const { data } = await askingFresh(services).fetcher({ path })
  const rows = Array.isArray(data) ? data.filter(isRecord) : []
  return rows.filter(({ slug }) => !autosaveSlug.test(String(slug)))
}
