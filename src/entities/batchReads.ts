import { entityOf, type EntityConfig } from '../config/entityConfig'
import type { RecordKey } from '../core/keys'
import type { NormalizedQuery } from '../core/query'
import type { Services } from '../core/thunk'
import { askServer } from './askServer'
import { readRecords } from './parseRecords'
import { listPageIn } from './readAnswers'
import { requestToRead } from './recordPath'

const mostIds = 100

/**
 * Reads one record in a batch with the others that are asked for in this tick, as one request with `include`.
 * @returns The record; undefined when the server left it out, so that it has to be asked for by itself.
 */
export async function batchRead(
  { fetcher, batchedReads }: Services,
  config: EntityConfig,
  query: NormalizedQuery,
  key: RecordKey,
): Promise<unknown> {
  const group = `${entityOf(config)} ${query.requestKey}`
  let reads = batchedReads.get(group)
  if (reads === undefined || reads.ids.size === mostIds) {
    const ids = new Set<string>()
    const rows = Promise.resolve().then(async () => {
      batchedReads.delete(group)
      const include = [...ids]
      const answer = await askServer(config, fetcher, {
        ...requestToRead(config, query, undefined, { include: include.join(), per_page: include.length }),
      })
      const { keys, records } = readRecords(config, listPageIn(config, answer).rows)
      return new Map(keys.map((id, i) => [id, records[i]]))
    })
    rows.catch(() => undefined)
    batchedReads.set(group, (reads = { ids, rows }))
  }
  reads.ids.add(key)
  return (await reads.rows).get(key)
}
