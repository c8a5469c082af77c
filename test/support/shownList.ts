import {
  type EntityQuery,
  type EntityStore,
  fetchEntityRecords,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
} from 'copydesk'
import { settle } from './fakeServer'

/** A list on screen, as the hooks have it: asked for again whenever something made it stale. */
export async function shownList(store: EntityStore, kind: string, name: string, query: EntityQuery = {}) {
  const ask = () => void store.dispatch(fetchEntityRecords(kind, name, query, { signal }))
  const { signal } = new AbortController()
  let { invalidatedSeqs } = store.getState().resolution
  ask()
  store.subscribe(() => {
    const now = store.getState().resolution.invalidatedSeqs
    if (now === invalidatedSeqs) return
    invalidatedSeqs = now
    ask()
  })
  await settle()
  const records = () => selectEntityRecords(store.getState(), kind, name, query) as readonly unknown[] | null
  return {
    records,
    /** The ids of its rows; null while they are not known. */
    ids: () => records()?.map((row) => (row as { readonly id: unknown }).id) ?? null,
    total: () => selectEntityRecordsTotalItems(store.getState(), kind, name, query),
  }
}
