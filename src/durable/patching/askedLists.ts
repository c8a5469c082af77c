import { namedBy } from '../../core/address'
import type { EntityKey, QueryKey } from '../../core/keys'
import { normalizeQuery, type NormalizedQuery, type QueryInput } from '../../core/query'
import { eachRow } from '../../core/recordTable'
import type { Answered } from '../../resolution/actions'
import type { StateWithResolution } from '../../resolution/reducer'
import type { ResolutionKey } from '../../core/keys'

/** What has been asked of a list, by whatever pages and fields. */
export interface AskedList {
  readonly query: NormalizedQuery
  /** Whether a request about it is under way. */
  isResolving: boolean
  /** The fields that it is shown with; of whole records none. */
  readonly fields: Set<string>
  /** Whether it is shown with whole records somewhere. */
  isWhole: boolean
  /** When it was answered last, in milliseconds; 0 where it never was. */
  answeredAt: number
  /** Its questions that were answered. */
  readonly answered: Omit<Answered, 'seq' | 'at'>[]
}

/** The lists of an entity that somebody has asked for. */
export function askedLists(
  { resolution }: StateWithResolution,
  entity: EntityKey,
): ReadonlyMap<QueryKey, AskedList> {
  const lists = new Map<QueryKey, AskedList>()
  eachRow(resolution.entries, (entry, key) => {
    const { operation, args, about, status, answeredAt = 0 } = entry
    const named = namedBy(about)
    if (named.of !== 'list' || named.entity !== entity) return
    const query = normalizeQuery(args[2] as QueryInput)
    const list = lists.get(named.list) ?? {
      query,
      isResolving: false,
      answeredAt: 0,
      fields: new Set(),
      isWhole: false,
      answered: [],
    }
    lists.set(named.list, list)
    list.isResolving ||= status === 'resolving'
    list.isWhole ||= !query.fields
    list.answeredAt = Math.max(list.answeredAt, answeredAt)
    for (const field of query.fields ?? []) list.fields.add(field)
    if (status === 'success') list.answered.push({ key: key as ResolutionKey, operation, args, about })
  })
  return lists
}
