import {
  batch,
  deleteEntityRecord,
  editEntityRecord,
  type EntityState,
  type EntityStore,
  fetchAutosaves,
  fetchBlockPatternCategories,
  fetchBlockPatterns,
  fetchCurrentUser,
  fetchDefaultTemplateId,
  fetchEmbedPreview,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchNavigationFallbackId,
  fetchPermissions,
  fetchRegisteredPostMeta,
  fetchRevisions,
  fetchUrlDetails,
  fetchUserPatternCategories,
  type LinkResult,
  saveEditedEntityRecord,
  saveEntityRecord,
  searchLinks,
  selectAutosaves,
  selectBlockPatternCategories,
  selectBlockPatterns,
  selectCanUser,
  selectCurrentUser,
  selectDefaultTemplateId,
  selectDeleteError,
  selectEditedEntityRecord,
  selectEmbedPreview,
  selectEntityRecord,
  selectEntityRecords,
  selectNavigationFallbackId,
  selectResolution,
  selectRevisions,
  selectSaveError,
  selectUrlDetails,
  selectUserPatternCategories,
  uploadMedia,
} from 'copydesk'
import { elsewhere, type Fault } from './faultySite'

/** What came of it: a value or an error. */
export interface Ended {
  readonly value?: unknown
  readonly rejected?: unknown
}

/** Something that a person does, and the one request of it that goes wrong. */
export interface Story {
  readonly name: string
  readonly request: RegExp
  /** Does it; done again after the fault has passed. */
  readonly act: (store: EntityStore) => Promise<unknown>
  /** Whether all of it shows. */
  readonly isDone: (state: EntityState, ended: Ended) => boolean
  /** The error, read where the person looks. */
  readonly error: (state: EntityState, ended: Ended) => unknown
  /** Whether a failure shows where it is no error, but something not found. */
  readonly isMissing?: (state: EntityState, ended: Ended) => boolean
  /** The error that is told whatever went wrong. */
  readonly toldAs?: Fault['error']
  /** Whether the site has refused the nonce from the story's beginning on. */
  readonly isExpired?: true
  /** Whether its request changes something on the site. */
  readonly isWrite?: true
  /** Statuses after which the same is done in another way. */
  readonly survives?: readonly number[]
}

const one = ['postType', 'post', 1] as const
const created = { createId: 'new' }

/** Titles of the post 1 as the person typed it, and of the post 2, which nobody saves. */
export const typed = 'Typed by hand'
export const aside = 'Typed beside it'

export const stories: readonly Story[] = [
  {
    name: 'reading a record',
    request: /^GET \/wp\/v2\/posts\/3/,
    act: (store) => store.dispatch(fetchEntityRecord('postType', 'post', 3)),
    isDone: (s) => selectEntityRecord(s, 'postType', 'post', 3) !== undefined,
    error: (s) => selectResolution(s, 'fetchEntityRecord', 'postType', 'post', 3).error,
  },
  {
    name: 'reading a list',
    request: /^GET \/wp\/v2\/posts\?/,
    act: (store) => store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 })),
    isDone: (s) => selectEntityRecords(s, 'postType', 'post', { per_page: 2 })?.length === 2,
    error: (s) => selectResolution(s, 'fetchEntityRecords', 'postType', 'post', { per_page: 2 }).error,
  },
  {
    name: 'saving what was edited',
    isWrite: true,
    request: /^(PUT|POST) \/wp\/v2\/posts\/1/,
    act: (store) => store.dispatch(saveEditedEntityRecord(...one)),
    isDone: (s) => rawTitle(s, 1) === typed,
    error: (s) => selectSaveError(s, ...one),
  },
  {
    name: 'creating a record',
    isWrite: true,
    request: /^POST \/wp\/v2\/posts(\?|$)/,
    act: (store) =>
      store.dispatch(saveEntityRecord('postType', 'post', { title: 'Created' }, { createId: 'new' })),
    isDone: (s) => [4, 5, 6].some((id) => rawTitle(s, id) === 'Created'),
    error: (s) => selectSaveError(s, 'postType', 'post', created),
  },
  {
    name: 'deleting a record',
    isWrite: true,
    request: /^DELETE \/wp\/v2\/posts\/3/,
    act: (store) => store.dispatch(deleteEntityRecord('postType', 'post', 3, { force: true })),
    isDone: (s) => selectEntityRecord(s, 'postType', 'post', 3) === undefined,
    error: (s) => selectDeleteError(s, 'postType', 'post', 3),
  },
  {
    name: 'uploading a file',
    isWrite: true,
    request: /^POST \/wp\/v2\/media/,
    act: (store) =>
      store.dispatch(uploadMedia(new File(['abc'], 'boat.png', { type: 'image/png' }), { createId: 'new' })),
    isDone: (s) =>
      [4, 5, 6].some((id) => selectEntityRecord(s, 'root', 'media', id)?.mime_type === 'image/png'),
    error: (s) => selectSaveError(s, 'root', 'media', created),
  },
  {
    name: 'a batch of two writes',
    isWrite: true,
    request: /^POST \/batch\/v1/,
    act: (store) =>
      store.dispatch(
        batch([
          (writes) => writes.saveEditedEntityRecord(...one),
          (writes) => writes.saveEntityRecord('postType', 'post', { title: 'Created' }, { createId: 'new' }),
        ]),
      ),
    isDone: (s) => rawTitle(s, 1) === typed,
    error: (s) => selectSaveError(s, ...one),
    // Where batches are not allowed, each write travels alone.
    survives: [403, 404],
  },
  {
    name: 'an autosave',
    isWrite: true,
    request: /^POST \/wp\/v2\/posts\/1\/autosaves/,
    act: (store) => store.dispatch(saveEditedEntityRecord(...one, { isAutosave: true })),
    isDone: (s) => (selectAutosaves(s, 'post', 1)?.length ?? 0) > 0,
    error: (s) => selectSaveError(s, ...one),
  },
  {
    name: 'reading the autosaves',
    request: /^GET \/wp\/v2\/posts\/1\/autosaves/,
    act: (store) => store.dispatch(fetchAutosaves('post', 1)),
    isDone: (s) => selectResolution(s, 'fetchAutosaves', 'post', 1).status === 'success',
    error: (s) => selectResolution(s, 'fetchAutosaves', 'post', 1).error,
  },
  {
    name: 'reading the revisions',
    request: /^GET \/wp\/v2\/posts\/1\/revisions/,
    act: (store) => store.dispatch(fetchRevisions(...one)),
    isDone: (s) => selectRevisions(s, ...one) !== null,
    error: (s) => selectResolution(s, 'fetchRevisions', ...one).error,
  },
  {
    name: 'asking for permissions',
    request: /^OPTIONS \/wp\/v2\/posts\/3/,
    act: (store) => store.dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 3 })),
    isDone: (s) => selectCanUser(s, 'update', { kind: 'postType', name: 'post', id: 3 }) === true,
    error: (s) => selectResolution(s, 'fetchPermissions', { kind: 'postType', name: 'post', id: 3 }).error,
  },
  {
    name: 'asking who is signed in',
    request: /^GET \/wp\/v2\/users\/me/,
    act: (store) => store.dispatch(fetchCurrentUser()),
    isDone: (s) => selectCurrentUser(s)?.id === 1,
    error: (s) => selectResolution(s, 'fetchCurrentUser').error,
  },
  {
    name: 'loading the configs',
    request: /^GET \/wp\/v2\/taxonomies/,
    act: (store) => store.dispatch(fetchEntityRecords('taxonomy', 'category')),
    isDone: (s) => selectEntityRecords(s, 'taxonomy', 'category') !== null,
    error: (s) =>
      selectResolution(s, 'loadEntityConfigs', 'taxonomy').error ??
      selectResolution(s, 'fetchEntityRecords', 'taxonomy', 'category').error,
  },
  {
    name: 'searching for a link',
    request: /^GET \/wp\/v2\/(search|media)\?/,
    act: (store) => store.dispatch(searchLinks('post', { throwOnError: true })),
    isDone: (s, { value }) => linkTitles(value).includes('Post 1') && linkTitles(value).includes('Postcards'),
    error: (s, { rejected }) => rejected,
  },
  {
    name: 'searching for a link in several sources, one of them broken',
    request: /^GET \/wp\/v2\/search\?.*type=term/,
    act: (store) => store.dispatch(searchLinks('post', { throwOnError: true })),
    isDone: (s, { value }) => linkTitles(value).includes('Postcards'),
    error: (s, { rejected }) => rejected,
    isMissing: (s, { value }) => linkTitles(value).join() === 'Post 1,Post 2,Post 3',
  },
  {
    name: 'showing an embed',
    request: /^GET \/oembed\/1.0\/proxy/,
    act: (store) => store.dispatch(fetchEmbedPreview(elsewhere, { force: true })),
    isDone: (s) => typeof selectEmbedPreview(s, elsewhere) === 'object',
    error: (s) => selectResolution(s, 'fetchEmbedPreview', elsewhere).error,
    isMissing: (s) => selectEmbedPreview(s, elsewhere) === false,
  },
  {
    name: 'reading what a page elsewhere says of itself',
    request: /^GET \/wp-block-editor\/v1\/url-details/,
    act: (store) => store.dispatch(fetchUrlDetails(elsewhere)),
    isDone: (s) => selectUrlDetails(s, elsewhere)?.title === 'Film',
    error: (s) => selectResolution(s, 'fetchUrlDetails', elsewhere).error,
  },
  {
    name: 'reading the patterns',
    request: /^GET \/wp\/v2\/block-patterns\/patterns/,
    act: (store) => store.dispatch(fetchBlockPatterns()),
    isDone: (s) => selectBlockPatterns(s).length === 1,
    error: (s) => selectResolution(s, 'fetchBlockPatterns').error,
  },
  {
    name: 'reading the categories of patterns',
    request: /^GET \/wp\/v2\/block-patterns\/categories/,
    act: (store) => store.dispatch(fetchBlockPatternCategories()),
    isDone: (s) => selectBlockPatternCategories(s).length === 1,
    error: (s) => selectResolution(s, 'fetchBlockPatternCategories').error,
  },
  {
    name: "reading the categories of people's patterns",
    request: /^GET \/wp\/v2\/wp_pattern_category/,
    act: (store) => store.dispatch(fetchUserPatternCategories()),
    isDone: (s) => selectUserPatternCategories(s).length === 1,
    error: (s) => selectResolution(s, 'fetchUserPatternCategories').error,
  },
  {
    name: 'finding the navigation of a site that has chosen none',
    request: /^GET \/wp-block-editor\/v1\/navigation-fallback/,
    act: (store) => store.dispatch(fetchNavigationFallbackId()),
    isDone: (s) => selectNavigationFallbackId(s) !== null,
    error: (s) => selectResolution(s, 'fetchNavigationFallbackId').error,
  },
  {
    name: 'finding the template of a page',
    request: /^GET \/wp\/v2\/templates\/lookup/,
    act: (store) => store.dispatch(fetchDefaultTemplateId({ slug: 'page' })),
    isDone: (s) => selectDefaultTemplateId(s, { slug: 'page' }) !== undefined,
    error: (s) => selectResolution(s, 'fetchDefaultTemplateId', { slug: 'page' }).error,
  },
  {
    name: 'reading which meta fields posts have',
    request: /^OPTIONS \/wp\/v2\/posts\/\?context=edit/,
    act: (store) => store.dispatch(fetchRegisteredPostMeta('post')),
    isDone: (s) => selectResolution(s, 'fetchRegisteredPostMeta', 'post').status === 'success',
    error: (s) => selectResolution(s, 'fetchRegisteredPostMeta', 'post').error,
  },
  {
    name: 'getting a new nonce in the midst of a save',
    request: /^a new nonce$/,
    act: (store) => store.dispatch(saveEditedEntityRecord(...one)),
    isDone: (s) => rawTitle(s, 1) === typed,
    error: (s) => selectSaveError(s, ...one),
    toldAs: { status: 403, code: 'rest_cookie_invalid_nonce' },
    isExpired: true,
  },
  {
    name: 'getting a new nonce in the midst of a read',
    request: /^a new nonce$/,
    act: (store) => store.dispatch(fetchEntityRecord('postType', 'post', 3)),
    isDone: (s) => selectEntityRecord(s, 'postType', 'post', 3) !== undefined,
    error: (s) => selectResolution(s, 'fetchEntityRecord', 'postType', 'post', 3).error,
    toldAs: { status: 403, code: 'rest_cookie_invalid_nonce' },
    isExpired: true,
  },
]

/** What the story begins with: two posts with something typed into them. */
export async function begin(store: EntityStore): Promise<void> {
  for (const id of [1, 2]) await store.dispatch(fetchEntityRecord('postType', 'post', id))
  store.dispatch(editEntityRecord(...one, { title: typed }))
  store.dispatch(editEntityRecord('postType', 'post', 2, { title: aside }))
}

/** The title that a post has on screen. */
export function shownTitle(state: EntityState, id: number): unknown {
  return selectEditedEntityRecord(state, 'postType', 'post', id)?.title
}

function linkTitles(links: unknown): readonly string[] {
  return ((links ?? []) as readonly LinkResult[]).map(({ title }) => title)
}

function rawTitle(state: EntityState, id: number): string | undefined {
  const record = selectEntityRecord(state, 'postType', 'post', id) as { title?: { raw: string } } | undefined
  return record?.title?.raw
}
