import {
  editEntityRecord,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  type EntityStoreOptions,
  type Fetcher,
  type FetchRequest,
} from 'copydesk'
import {
  resolveConflict,
  selectEditBasis,
  selectEditStanding,
  selectSaveConflict,
  type ConflictChoice,
  type DurabilityOptions,
} from 'copydesk/durable'
import { createMockSite, type MockSiteOptions } from 'copydesk/testing'
import { checked, person } from '../../support/person'

export const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
export const paragraphs = (...texts: string[]) => texts.map(paragraph).join('\n\n')

export interface ConflictStoreOptions extends MockSiteOptions {
  readonly conflicts?: DurabilityOptions['conflicts']
  readonly store?: Partial<EntityStoreOptions>
  /** Is given what asks the site as the store's user, for a fetcher that does something of its own before. */
  readonly ask?: (fetcher: Fetcher) => void
  /** Called when a request of the store was answered, before it hears of it. */
  readonly onAnswer?: (
    request: FetchRequest,
    elsewhere: (fields: object, path?: string) => Promise<unknown>,
  ) => unknown
}

/** A site with post 1, a store whose saves are checked, and somebody else who writes to the site. */
export async function conflictStore({
  conflicts,
  store: storeOptions,
  ask,
  onAnswer,
  ...content
}: ConflictStoreOptions = {}) {
  const site = createMockSite({
    users: [
      { username: 'ada', role: 'administrator' },
      { username: 'bo', role: 'administrator' },
    ],
    terms: [
      { id: 11, taxonomy: 'category', name: 'Seas' },
      { id: 12, taxonomy: 'category', name: 'Tides' },
      { id: 13, taxonomy: 'category', name: 'Winds' },
    ],
    posts: [
      {
        id: 1,
        title: 'One',
        content: paragraphs('A', 'B', 'C'),
        excerpt: 'Short',
        terms: { category: [11] },
        author: 'ada',
      },
      { id: 2, title: 'Two', author: 'ada' },
    ],
    ...content,
  })
  const others = site.as('bo')
  const asAda = site.as('ada')
  ask?.(asAda)
  const elsewhere = (data: object, path = '/wp/v2/posts/1') => others({ path, method: 'PUT', data })
  const fetcher: Fetcher = async (request) => {
    const response = await asAda(request)
    await onAnswer?.(request, elsewhere)
    return response
  }
  const made = person({
    site,
    network: { fetcher: storeOptions?.fetcher ?? fetcher },
    durability: { ...checked, ...(conflicts !== undefined && { conflicts }) },
    ...(storeOptions && { store: storeOptions }),
  })
  await made.load(1)
  site.clearRequests()
  const { store } = made
  return {
    ...made,
    others,
    /** Somebody else writes to a record. */
    elsewhere,
    /** What the site has of a post now, as somebody else reads it. */
    onSite: async (path = '/wp/v2/posts/1') => {
      const { data } = await others({ path: `${path}?context=edit` })
      return data as { readonly [field: string]: unknown } & {
        readonly title: { readonly raw: string }
        readonly content: { readonly raw: string }
      }
    },
    /** The requests of this store, such as `GET /wp/v2/posts`. */
    asked: () =>
      site.requests
        .filter(({ user }) => user === 'ada')
        .map(({ method, path }) => `${method} ${path.split('?')[0]}`),
    sent: () =>
      site.requests.filter(({ user, method }) => user === 'ada' && method !== 'GET').map(({ body }) => body),
    basis: (id = 1) => selectEditBasis(store.getState(), 'postType', 'post', id),
    standing: (id = 1) => selectEditStanding(store.getState(), 'postType', 'post', id),
    conflict: (id = 1) => selectSaveConflict(store.getState(), 'postType', 'post', id),
    resolve: (choices: { readonly [field: string]: ConflictChoice }, id = 1) =>
      store.dispatch(resolveConflict('postType', 'post', id, choices)),
    shown: (id = 1) => selectEditedEntityRecord(store.getState(), 'postType', 'post', id),
    editMeta: (meta: Record<string, unknown>) =>
      store.dispatch(editEntityRecord('postType', 'post', 1, { meta })),
    trySave: (id = 1) =>
      store.dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true })).then(
        () => undefined,
        (error: unknown) => error,
      ),
  }
}
