import type { RecordKey } from '../../core/keys'
import { revision } from '../../revisions/fetchRevisions'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { Selection } from './selection'
import { ShownRead } from './shownRead'

/** What is asked of a revision that is shown in place of its record. Of its texts WordPress 6.6 gives no parts. */
export const shownOfRevision = {
  context: 'edit',
  _fields: 'id,date,author,meta,title,excerpt,content',
} as const

/** What a component shows of a revision in place of its record. */
export function revisionSelection<Fields extends object>(
  store: EntityStore,
  kind: string,
  name: string,
  key: RecordKey,
  id: RecordKey,
  fields: ReadonlySet<string>,
  read: (state: EntityState) => Fields,
): Selection<Fields> {
  return { fields, source: new ShownRead(store, revision, [kind, name, key, id, shownOfRevision]), read }
}
