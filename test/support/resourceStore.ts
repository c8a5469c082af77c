import {
  deleteEntityRecord,
  editEntityRecord,
  type EntityQuery,
  fetchEntityRecord,
  fetchEntityRecords,
  type Fetcher,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDeleteError,
  selectEditedEntityRecord,
  selectEntityConfig,
  selectEntityRecord,
  selectEntityRecords,
  selectHasEdits,
  selectSaveError,
} from 'copydesk'
import { onTestFinished } from 'vitest'
import type { Role } from '../../examples/wordpress/content'
import { asUser, rawFetch } from './wordpress'
import { storeWith, type StoreAtWork } from './wordpressStore'

type Id = number | string
type Fields = Record<string, unknown>

/** A store of a role's user at the real WordPress, or of whom the fetcher signs in; made to work on resources. */
export function resourceStore(user: Role | Fetcher = 'administrator'): StoreAtWork & {
  of: (kind: string, name: string) => ReturnType<typeof recordsOf>
} {
  const work = storeWith(typeof user === 'string' ? asUser(user) : user)
  return { ...work, of: (kind, name) => recordsOf(work, kind, name) }
}

/** Short words for what tests do to the records of one entity; writes reject when they fail, `try...` do not. */
function recordsOf({ dispatch, state }: StoreAtWork, kind: string, name: string) {
  const throwOnError = true
  return {
    read: (id: Id, query?: EntityQuery) => dispatch(fetchEntityRecord(kind, name, id, query)),
    list: (query?: EntityQuery) => dispatch(fetchEntityRecords(kind, name, query)),
    /** Creates a record, and gives it as it was answered. It is gone from the server after the test. */
    create: async (fields: Fields) => {
      const created = await dispatch(saveEntityRecord(kind, name, fields, { throwOnError }))
      const { id } = created as { id: number }
      onTestFinished(async () => {
        // What the test has deleted for good is gone already.
        if (!selectEntityRecord(state(), kind, name, id)) return
        await removeOnServer(`${selectEntityConfig(state(), kind, name)?.baseURL}/${id}`)
      })
      return created as Fields & { id: number }
    },
    edit: (id: Id, edits: Fields) => dispatch(editEntityRecord(kind, name, id, edits)),
    /** Edits a record and saves it. */
    change: async (id: Id, edits: Fields) => {
      dispatch(editEntityRecord(kind, name, id, edits))
      return (await dispatch(saveEditedEntityRecord(kind, name, id, { throwOnError }))) as Fields
    },
    trySave: (id: Id) => dispatch(saveEditedEntityRecord(kind, name, id)),
    remove: (id: Id, query?: Fields) => dispatch(deleteEntityRecord(kind, name, id, query, { throwOnError })),
    tryRemove: (id: Id, query?: Fields) => dispatch(deleteEntityRecord(kind, name, id, query)),
    record: (id: Id) => selectEntityRecord(state(), kind, name, id),
    edited: (id: Id) => selectEditedEntityRecord(state(), kind, name, id),
    rows: (query?: EntityQuery) => selectEntityRecords(state(), kind, name, query),
    hasEdits: (id: Id) => selectHasEdits(state(), kind, name, id),
    saveError: (id: Id) => selectSaveError(state(), kind, name, id),
    deleteError: (id: Id) => selectDeleteError(state(), kind, name, id),
  }
}

/** What the server itself says of a path below `/wp/v2`, to the administrator and in edit context. */
export async function onServer(path: string): Promise<unknown> {
  return (await rawFetch('administrator', `/wp-json/wp/v2${path}?context=edit`)).json()
}

/** Deletes what there is at a path for good. */
export async function removeOnServer(path: string): Promise<void> {
  await rawFetch('administrator', `/wp-json${path}?force=true&reassign=1`, { method: 'DELETE' })
}
