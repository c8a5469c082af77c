import type { EntityKey, RecordKey } from '../../core/keys'
import { eachRow, getRow } from '../../core/recordTable'
import type { StoredQuery } from '../../queries/storedQuery'
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
    (below.size > 0 && [...windows, ...partial].some(({ ids }) => ids.some((id) => below.has(id))))
}

function keysBelow(state: EntityState, entity: EntityKey, key: RecordKey): ReadonlySet<RecordKey> {
  const keys = new Set<RecordKey>()
  for (const rows of Object.values(getRow(state.entities.records, entity)?.contexts ?? {}))
    eachRow(rows, ({ record }, below) => {
      if (String(record.parent) === key) keys.add(below as RecordKey)
    })
  return keys
}
