import { addresses, namedBy, type Address } from '../../core/address'
import { keylessRecord, type EntityKey, type QueryKey } from '../../core/keys'
import { eachRow, getRow, keysOf } from '../../core/recordTable'
import type { EntityState } from '../rootReducer'
import { has } from './unusedRows'

/**
 * What went stale, and of which nothing is known any more, neither itself nor anything below it: no answer is found stale
 * by it. What there is only so much of stays, such as kinds and known entities.
 */
export function nothingBelow({ config, entities, queries, resolution }: EntityState): ReadonlySet<Address> {
  const empty = new Set<Address>()
  const look = (address: Address) => {
    const named = namedBy(address)
    if (named.of === 'list') empty.add(address)
    else if (named.of === 'record') {
      const { entity, record } = named
      if (record !== keylessRecord && !has(getRow(entities.records, entity)?.contexts, record))
        empty.add(address)
    } else if ('entity' in named && config.entities[named.entity] === undefined) empty.add(address)
  }
  for (const address of keysOf(resolution.invalidatedSeqs)) look(address as Address)
  if (empty.size === 0) return empty

  /** Takes out an address and all above it. */
  const fill = (address: string) => {
    for (let end = address.length; end > 0; end = address.lastIndexOf('/', end - 1))
      empty.delete(address.slice(0, end) as Address)
  }
  eachRow(entities.records, ({ contexts }, entity) => {
    if (Object.values(contexts).some(({ size }) => size > 0)) fill(entity)
  })
  eachRow(queries, (lists, entity) => {
    for (const list of keysOf(lists)) fill(addresses.list(entity as EntityKey, list as QueryKey))
  })
  eachRow(resolution.entries, ({ about }) => fill(about))
  return empty
}
