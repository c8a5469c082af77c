import type { EntityKey, RecordKey } from '../../core/keys'
import { eachRow, getRow } from '../../core/recordTable'
import type { StoredQuery } from '../../queries/storedQuery'
import { hasKeyOf } from '../../queries/windows'
import type { EntityState } from '../../store/rootReducer'
import type { KnownRules } from './listRules'

/** Of which lists a deletion may change other rows: WordPress puts what was below the record below the one above it. */
export function affectedByDeletion(
  state: EntityState,
  entity: EntityKey,
  { isAffectedByDeletion: isAffected, defaults }: KnownRules,
  key: RecordKey,
): (list: Pick<StoredQuery, 'parameters'> & Partial<StoredQuery>) => boolean {
  if (!isAffected) return () => false
  const below = keysBelow(state, entity, key)
  return ({ parameters, windows = [], partial = [] }) =>
    isAffected({ ...defaults, ...parameters }) ||
    (below.size > 0 && hasKeyOf({ windows, partial, end: null }, below))
}

/** Which lists show another address of a row where that of a record has changed: it is part of all that are below it. */
export function affectedByAddress(
  state: EntityState,
  entity: EntityKey,
  key: RecordKey,
): (list: StoredQuery) => boolean {
  const below = new Set<RecordKey>([key])
  for (const above of below) for (const one of keysBelow(state, entity, above)) below.add(one)
  below.delete(key)
  return (list) => below.size > 0 && hasKeyOf(list, below)
}

function keysBelow(state: EntityState, entity: EntityKey, key: RecordKey): ReadonlySet<RecordKey> {
  const keys = new Set<RecordKey>()
  for (const rows of Object.values(getRow(state.entities.records, entity)?.contexts ?? {}))
    eachRow(rows, ({ record }, below) => {
      if (String(record.parent) === key) keys.add(below as RecordKey)
    })
  return keys
}
