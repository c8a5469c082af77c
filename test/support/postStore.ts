import {
  deleteEntityRecord,
  type EntityStoreOptions,
  fetchEntityRecord,
  loadEntityConfigs,
  saveEditedEntityRecord,
  type SaveEditsOptions,
  type WriteOptions,
  type RecordData,
} from 'copydesk'
import { fakeServer, post, settle, type Rule } from './fakeServer'
import { person } from './person'

/** What a test may choose about its store. */
export interface PostStoreOptions extends Partial<Omit<EntityStoreOptions, 'fetcher'>> {
  /** Posts that are loaded at the start. Default: 1 and 2. */
  readonly posts?: readonly Record<string, unknown>[]
  readonly rule?: Rule
}

/** A store in front of a fake server, with posts loaded, whose saves and deletions a test answers by hand. */
export async function postStore({ posts = [post(1), post(2)], rule, ...options }: PostStoreOptions = {}) {
  const server = fakeServer(rule)
  const made = person({ network: server, store: options })
  const { store, dispatch } = made
  await dispatch(loadEntityConfigs('postType'))
  for (const one of posts) {
    const loaded = dispatch(fetchEntityRecord('postType', 'post', one.id as number))
    await settle()
    server.waiting[0]?.answer(one)
    await loaded
  }
  server.log.length = 0
  server.seen.length = 0
  return {
    ...made,
    store,
    server,
    /** Takes any value, as plain JavaScript does. */
    edit: made.of<string, string>('postType', 'post').edit,
    dirty: () => made.dirty().map(({ key }) => key),
    /** Begins a save, and gives its promise when the request is out. */
    save: (id: number, options?: SaveEditsOptions) =>
      begun(dispatch(saveEditedEntityRecord('postType', 'post', id, options))),
    remove: (id: number, query?: RecordData, options?: WriteOptions) =>
      begun(dispatch(deleteEntityRecord('postType', 'post', id, query, options))),
  }
}

async function begun<T>(promise: Promise<T>) {
  promise.catch(() => undefined)
  await settle()
  return { promise }
}

/** A post with another title, as the server gives it. */
export function titled(id: number, title: string, fields: Record<string, unknown> = {}) {
  return post(id, { title: { raw: title, rendered: `<b>${title}</b>` }, ...fields })
}
