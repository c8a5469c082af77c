import { recordAddress } from '../../entities/recordFacts'
import { entityKey, type RecordKey } from '../../core/keys'
import { revisionsLocation } from '../../revisions/revisionsLocation'
import { fetchRevision } from '../../revisions/fetchRevisions'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { Selection } from './selection'

/** What is asked of a revision that is shown in place of its record. */
export const shownOfRevision = {
  context: 'edit',
  _fields: 'id,date,author,meta,title,excerpt,content.raw',
} as const

/** What a component shows of a revision in place of its record. */
export function revisionSelection<Fields extends object>(
  store: EntityStore,
  kind: string,
  name: string,
  key: RecordKey,
  revision: RecordKey,
  fields: ReadonlySet<string>,
  read: (state: EntityState) => Fields,
): Selection<Fields> {
  const about = recordAddress(revisionsLocation(kind, name, key).entity, revision)
  return {
    fields,
    // Saves and deletions are of the record itself.
    waits: [about, recordAddress(entityKey(kind, name), key)],
    needs: {
      fetch: (options) => store.dispatch(fetchRevision(kind, name, key, revision, shownOfRevision, options)),
      about,
    },
    read,
  }
}
