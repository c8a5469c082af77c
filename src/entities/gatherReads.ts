import { keyField, type EntityConfig } from '../config/entityConfig'
import { entityKey, type RecordKey } from '../keys'
import { requestParameters, type NormalizedQuery } from '../query'
import { rowsOf } from '../rest/pagination'
import { buildPath } from '../rest/urls'
import type { Services } from '../thunk'
import { readRecords } from './readAnswer'

const mostIds = 100

/**
 * Reads one record together with the others that are asked for in this tick, as one request with `include`.
 * @returns The record; undefined when the server left it out, so that it has to be asked for by itself.
 */
export async function gatherRead(
  { fetcher, gathered }: Services,
  config: EntityConfig,
  query: NormalizedQuery,
  key: RecordKey,
): Promise<unknown> {
  const group = `${entityKey(config.kind, config.name)} ${query.requestKey}`
  let reads = gathered.get(group)
  if (reads === undefined || reads.ids.size === mostIds) {
    const ids = new Set<string>()
    const rows = Promise.resolve().then(async () => {
      gathered.delete(group)
      const include = [...ids]
      const { data } = await fetcher({
        path: buildPath(config.baseURL, undefined, {
          ...config.baseURLParams,
          ...requestParameters(query, keyField(config)),
          include: include.join(','),
          per_page: include.length,
        }),
      })
      const { keys, records } = readRecords(config, rowsOf(data))
      return new Map(keys.map((id, i) => [id, records[i]]))
    })
    rows.catch(() => undefined)
    gathered.set(group, (reads = { ids, rows }))
  }
  reads.ids.add(key)
  return (await reads.rows).get(key)
}
