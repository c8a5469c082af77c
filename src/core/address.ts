import { keyPart, type EntityKey, type QueryKey, type RecordKey, type ResourceKey } from './keys'
import { getRow, type Table } from './recordTable'

declare const isAddress: unique symbol

/**
 * Where something stands in the tree of all that can be known, from everything down to one answer:
 * `postType/post/12/revisions/?` are the lists of revisions of one post. What goes stale at an address goes stale with
 * all that is below it. Steps that begin with `?` are no names: in those it is escaped.
 */
export type Address = string & { readonly [isAddress]: true }

/** Makes addresses. */
export const addresses = {
  everything: '*' as Address,
  kind: (kind: string) => keyPart(kind) as Address,
  entity: (entity: EntityKey) => entity as string as Address,
  record: (entity: EntityKey, record: RecordKey) => `${entity}/${keyPart(record)}` as Address,
  /** A record that is being made, by the name of its create. */
  create: (entity: EntityKey, createId: string) => `${entity}/?new/${keyPart(createId)}` as Address,
  /** The lists of an entity. */
  lists: (entity: EntityKey) => `${entity}/?` as Address,
  list: (entity: EntityKey, query: QueryKey) => {
    const lists = isCounted(entity, query) ? addresses.counts(entity) : addresses.lists(entity)
    return `${lists}/${keyPart(query)}` as Address
  },
  /** Answers that are no lists and depend on which records there are: they go stale with the lists. */
  lookups: (entity: EntityKey) => `${entity}/?/?lookups` as Address,
  /** Lists of terms by the posts that have them: those of one taxonomy, without one those of all. */
  counts: (taxonomy?: EntityKey) => (taxonomy ? `${taxonomy}/?/?counts` : allCounts) as Address,
  /** Which entities there are of a kind: there are only so many kinds. */
  configs: (kind: string) => `${keyPart(kind)}/?entities` as Address,
  /** What the user may do with an entity or one of its records, below its kind: a write changes nothing about that. */
  permission: (resource: ResourceKey, isEntity: boolean) =>
    `${isEntity ? resource.slice(0, resource.indexOf('/') + 1) : ''}?may/${keyPart(resource)}` as Address,
  /** An answer that is none of these, below what makes it stale: by default everything alone. */
  answer: (name: string, below?: Address) =>
    `${below === undefined ? '' : `${below}/`}?${keyPart(name)}` as Address,
  // What is no answer of the server.
  /** Which records are unsaved or being saved. */
  unsaved: '?unsaved' as Address,
  undo: '?undo' as Address,
  locks: '?locks' as Address,
}

const allCounts = 'taxonomy/?counts'
const countedQuery = /"orderby":"count"|"post":|"hide_empty":(?!"?(?:undefined|null|false|0)?"?[,}])/

/** Whether a list of terms depends on which posts have each. */
function isCounted(entity: EntityKey, query: QueryKey): boolean {
  return entity.startsWith('taxonomy/') && countedQuery.test(query)
}

/** The newest seq that a table has for an address or what is above it; 0 where it has none. */
export function newestAbove(seqs: Table<number>, address: Address): number {
  if (seqs.size === 0) return 0
  const seqAt = (place: string) => getRow(seqs, place) ?? 0
  let newest = seqAt(addresses.everything)
  for (let end = address.length; end > 0; end = address.lastIndexOf('/', end - 1))
    newest = Math.max(newest, seqAt(address.slice(0, end)))
  // The counts of all taxonomies are above those of each.
  return address.includes('/?/?counts') ? Math.max(newest, seqAt(allCounts)) : newest
}

/** Above what an address stands, and its last step: the key of a record or a list. */
export function splitAddress(address: Address): readonly [parent: Address, key: string] {
  const end = address.lastIndexOf('/')
  const step = address.slice(end + 1)
  const key = step.includes('%') ? decodeURIComponent(step) : step
  return [(end < 0 ? addresses.everything : address.slice(0, end)) as Address, key]
}

/** Whether something is at an address or below it. */
export function isWithin(at: Address, above: Address): boolean {
  if (at === above || above === addresses.everything || at.startsWith(`${above}/`)) return true
  return above === allCounts && at.includes('/?/?counts')
}

/** Kind, name and id of what stands at an address or above it, as far as it has them; a permission stands below its kind. */
export function namesIn(address: Address): readonly string[] {
  const [above = ''] = address.split('/?')
  return above.split('/').slice(0, 3).map(decodeURIComponent)
}

/** What an address names. */
export type Named =
  | { readonly of: 'everything' | 'kind' | 'counts' | 'answer' }
  | { readonly of: 'entity' | 'lists'; readonly entity: EntityKey }
  | { readonly of: 'record'; readonly entity: EntityKey; readonly record: RecordKey }
  | { readonly of: 'list'; readonly entity: EntityKey; readonly list: QueryKey }
  | { readonly of: 'permission'; readonly resource: ResourceKey }

/** Takes an address apart. */
export function namedBy(address: Address): Named {
  if (address === addresses.everything) return { of: 'everything' }
  if (address === allCounts) return { of: 'counts' }
  const steps = address.split('/')
  const at = steps.findIndex((step) => step.startsWith('?'))
  const names = at < 0 ? steps : steps.slice(0, at)
  const [first, ...rest] = steps.slice(names.length)
  const last = decodeURIComponent(steps.at(-1) ?? '')
  if (first === undefined) {
    if (names.length === 1) return { of: 'kind' }
    if (names.length % 2 === 0) return { of: 'entity', entity: address as string as EntityKey }
    return { of: 'record', entity: names.slice(0, -1).join('/') as EntityKey, record: last as RecordKey }
  }
  if (first === '?may') return { of: 'permission', resource: last as ResourceKey }
  if (first !== '?' || rest[0] === '?lookups') return { of: first === '?entities' ? 'kind' : 'answer' }
  const entity = names.join('/') as EntityKey
  const isOfAll = rest.length === (rest[0] === '?counts' ? 1 : 0)
  return isOfAll ? { of: 'lists', entity } : { of: 'list', entity, list: last as QueryKey }
}
