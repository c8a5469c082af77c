import type { EntityKey, RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { Services } from '../core/thunk'

/** The name under which a store has the records whose edits a page before has left, among its companions. */
const restoredName = 'restoredEdits'

interface Target {
  readonly entity: EntityKey
  readonly key: RecordKey
}

/** Edits of a page before that were in the document in which it shared their record. */
export interface SharedEdits {
  /** What that document had then. */
  readonly document: string
  readonly values: RecordData
}

/** What is known of edits of a page before. */
export interface RestoredNote {
  readonly shared?: SharedEdits
}

const nameOf = ({ entity, key }: Target) => `${entity} ${key}`

/** Notes that the edits of records are those of a page before. */
export function noteRestored(
  { companions }: Pick<Services, 'companions'>,
  records: readonly (Target & RestoredNote)[],
): void {
  const noted = companions.get(restoredName) as ReadonlyMap<string, RestoredNote> | undefined
  const now = records.map(({ shared, ...target }) => [nameOf(target), shared ? { shared } : {}] as const)
  companions.set(restoredName, new Map([...(noted ?? []), ...now]))
}

/** What is known of the edits of a record where they are those of a page before; said once. */
export function takeRestored(
  { companions }: Pick<Services, 'companions'>,
  target: Target,
): RestoredNote | undefined {
  const noted = companions.get(restoredName) as Map<string, RestoredNote> | undefined
  const note = noted?.get(nameOf(target))
  noted?.delete(nameOf(target))
  return note
}
