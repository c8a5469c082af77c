import type { EntityKey, RecordKey } from '../core/keys'
import type { Services } from '../core/thunk'

/** The name under which a store has the records whose edits a page before has left, among its companions. */
const companion = 'restoredEdits'

interface Target {
  readonly entity: EntityKey
  readonly key: RecordKey
}

const nameOf = ({ entity, key }: Target) => `${entity} ${key}`

/** Notes that the edits of records are those of a page before. */
export function noteRestored({ companions }: Pick<Services, 'companions'>, records: readonly Target[]): void {
  const noted = companions.get(companion) as Set<string> | undefined
  companions.set(companion, new Set([...(noted ?? []), ...records.map(nameOf)]))
}

/** Whether the edits of a record are those of a page before; says so once. */
export function takeRestored({ companions }: Pick<Services, 'companions'>, target: Target): boolean {
  return (companions.get(companion) as Set<string> | undefined)?.delete(nameOf(target)) === true
}
