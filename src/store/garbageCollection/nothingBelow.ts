import { addresses, namedBy, type Address } from '../../core/address'
import { keylessRecord, type EntityKey, type QueryKey, type RecordKey } from '../../core/keys'
import { eachRow, keysOf } from '../../core/recordTable'
import type { EntityState } from '../rootReducer'

/**
 * What went stale or was written, and of which nothing is known any more, neither itself nor anything below it: no answer
 * is found stale by it. What there is only so much of stays, such as kinds and known entities.
 */
export function nothingBelow({ config, entities, queries, resolution }: EntityState): ReadonlySet<Address> {
  const known = new Set<string>()
  /** Adds an address and all above it, up to the first that is there: so are those above that one. */
  const add = (address: string) => {
    for (let end = address.length; end > 0; end = address.lastIndexOf('/', end - 1)) {
      const above = address.slice(0, end)
      if (known.has(above)) return
      known.add(above)
    }
  }
  eachRow(entities.records, ({ contexts }, entity) => {
    for (const table of Object.values(contexts))
      for (const key of keysOf(table)) add(addresses.record(entity as EntityKey, key as RecordKey))
  })
  eachRow(queries, (lists, entity) => {
    for (const list of keysOf(lists)) add(addresses.list(entity as EntityKey, list as QueryKey))
  })
  eachRow(resolution.entries, ({ about }) => add(about))

  const empty = new Set<Address>()
  const look = (address: Address) => {
    if (!known.has(address) && isOneOfMany(address)) empty.add(address)
  }
  const isOneOfMany = (address: Address): boolean => {
    const named = namedBy(address)
    if (named.of === 'record') return named.record !== keylessRecord
    if (named.of === 'list') return true
    return 'entity' in named && config.entities[named.entity] === undefined
  }
  for (const address of keysOf(resolution.invalidatedSeqs)) look(address as Address)
  eachRow(entities.records, ({ written }, entity) => {
    for (const key of keysOf(written)) look(addresses.record(entity as EntityKey, key as RecordKey))
  })
  return empty
}
