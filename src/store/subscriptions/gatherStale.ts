import { kindPrefix, revisionsKey, scope, type EntityKey, type RecordKey, type Scope } from '../../core/keys'
import { changedKeys } from '../../core/recordTable'
import type { InvalidatedSeqs } from '../../resolution/selectors'
import type { Round } from './keyedSubscriptions'

/**
 * Names those whom it concerns that answers went stale: who waits for that by the name of the set, and who shows a
 * record, a list or a permission that belongs to it, as that is to be read again.
 */
export function gatherStale(round: Round, before: InvalidatedSeqs, after: InvalidatedSeqs): void {
  if (before === after) return
  round.rows(scope.invalidated, before, after)
  for (const set of changedKeys(before, after)) {
    const [sort, named] = cut(set)
    const [entity, key] = cut(named) as [EntityKey, string]
    if (sort === 'record') gatherRecord(round, entity, key as RecordKey)
    else if (sort === 'list') round.entries(scope.lists(entity), [key])
    else if (sort === 'lists') round.all(scope.lists(entity))
    else if (sort === 'entity') gatherEntity(round, entity)
    else if (sort === 'kind') gatherBelow(round, kindPrefix(named))
    else if (sort === '*') gatherBelow(round, '')
  }
}

/** The revisions of a record go stale with it. */
function gatherRecord(round: Round, entity: EntityKey, key: RecordKey): void {
  round.entries(scope.record(entity), [key])
  gatherOwn(round, revisionsKey(entity, key))
}

function gatherEntity(round: Round, entity: EntityKey): void {
  gatherOwn(round, entity)
  round.allOf((waited) => isBelow(waited, `${entity}/`))
}

function gatherOwn(round: Round, entity: EntityKey): void {
  round.all(scope.record(entity))
  round.all(scope.lists(entity))
}

function gatherBelow(round: Round, prefix: string): void {
  round.allOf((waited) => isBelow(waited, prefix))
  // There are few of them, and their keys need not name a kind.
  round.all(scope.permissions)
}

function isBelow(waited: Scope, prefix: string): boolean {
  return (
    waited.startsWith(scope.record(prefix as EntityKey)) ||
    waited.startsWith(scope.lists(prefix as EntityKey))
  )
}

/** A text before its first space, and behind it. */
function cut(text: string): [before: string, behind: string] {
  const at = text.indexOf(' ')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
