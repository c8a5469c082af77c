import { addresses, namedBy, type Address } from '../../core/address'
import { revisionsKey, scope, type EntityKey, type RecordKey, type Scope } from '../../core/keys'
import { changedKeys } from '../../core/recordTable'
import type { InvalidatedSeqs } from '../../resolution/selectors'
import type { Round } from './keyedSubscriptions'

/**
 * Names those whom it concerns that answers went stale: who waits for that by the address, and who shows a record, a list
 * or a permission at or below it, as that is to be read again.
 */
export function gatherStale(round: Round, before: InvalidatedSeqs, after: InvalidatedSeqs): void {
  if (before === after) return
  round.rows(scope.invalidated, before, after)
  for (const address of changedKeys(before, after) as readonly Address[]) gatherAt(round, address)
}

function gatherAt(round: Round, address: Address): void {
  const named = namedBy(address)
  switch (named.of) {
    case 'record':
      round.entries(scope.record(named.entity), [named.record])
      return gatherRevisions(round, named.entity, named.record)
    case 'list':
      return round.entries(scope.lists(named.entity), [named.list])
    case 'lists':
      return round.all(scope.lists(named.entity))
    case 'counts':
      return round.allOf((waited) => waited.startsWith(scope.lists('taxonomy/' as EntityKey)))
    case 'entity':
      round.all(scope.record(named.entity))
      round.all(scope.lists(named.entity))
      return gatherBelow(round, `${address}/`)
    case 'kind':
    case 'everything':
      gatherBelow(round, address === addresses.everything ? '' : `${address}/`)
      // There are few of them, and their keys need not name a kind.
      return round.all(scope.permissions)
    default:
  }
}

/** The revisions of a record go stale with it. */
function gatherRevisions(round: Round, entity: EntityKey, record: RecordKey): void {
  const revisions = revisionsKey(entity, record)
  round.all(scope.record(revisions))
  round.all(scope.lists(revisions))
}

function gatherBelow(round: Round, prefix: string): void {
  round.allOf((waited) => isBelow(waited, prefix))
}

function isBelow(waited: Scope, prefix: string): boolean {
  return (
    waited.startsWith(scope.record(prefix as EntityKey)) ||
    waited.startsWith(scope.lists(prefix as EntityKey))
  )
}
