import { batch } from '../../src/batching/batch'
import { deleteEntityRecord } from '../../src/deleting/deleteEntityRecord'
import { selectDeleteError } from '../../src/deleting/selectors'
import { editEntityRecord } from '../../src/edits/editEntityRecord'
import { selectEditedEntityRecord } from '../../src/edits/selectors'
import { fetchEntityRecord } from '../../src/entities/fetchEntityRecord'
import { selectEntityRecord } from '../../src/entities/selectors'
import { selectAutosaves } from '../../src/autosaves/selectors'
import { fetchAutosaves } from '../../src/autosaves/fetchAutosaves'
import { fetchPermissions } from '../../src/permissions/fetchPermissions'
import { selectCanUser } from '../../src/permissions/selectors'
import { fetchEntityRecords } from '../../src/queries/fetchEntityRecords'
import { selectEntityRecords } from '../../src/queries/selectors'
import { fetchRevisions } from '../../src/revisions/fetchRevisions'
import { selectRevisions } from '../../src/revisions/selectors'
import { saveEditedEntityRecord, saveEntityRecord } from '../../src/saving/saveEntityRecord'
import { selectSaveError } from '../../src/saving/selectors'
import { uploadMedia } from '../../src/saving/uploadMedia'
import { fetchCurrentUser, selectCurrentUser } from '../../src/session/fetchCurrentUser'
import type { EntityStore } from '../../src/store/createEntityStore'
import type { EntityState } from '../../src/store/rootReducer'
import { selectResolution } from '../../src/store/selectResolution'

/** Something that a person does, and the one request of it that goes wrong. */
export interface Story {
  readonly name: string
  readonly request: RegExp
  /** Does it; done again after the fault has passed. */
  readonly act: (store: EntityStore) => Promise<unknown>
  /** Whether all of it shows. */
  readonly isDone: (state: EntityState) => boolean
  /** The error, read where the person looks. */
  readonly error: (state: EntityState) => unknown
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
    request: /^(PUT|POST) \/wp\/v2\/posts\/1/,
    act: (store) => store.dispatch(saveEditedEntityRecord(...one)),
    isDone: (s) => rawTitle(s, 1) === typed,
    error: (s) => selectSaveError(s, ...one),
  },
  {
    name: 'creating a record',
    request: /^POST \/wp\/v2\/posts(\?|$)/,
    act: (store) =>
      store.dispatch(saveEntityRecord('postType', 'post', { title: 'Created' }, { createId: 'new' })),
    isDone: (s) => [4, 5, 6].some((id) => rawTitle(s, id) === 'Created'),
    error: (s) => selectSaveError(s, 'postType', 'post', created),
  },
  {
    name: 'deleting a record',
    request: /^DELETE \/wp\/v2\/posts\/3/,
    act: (store) => store.dispatch(deleteEntityRecord('postType', 'post', 3, { force: true })),
    isDone: (s) => selectEntityRecord(s, 'postType', 'post', 3) === undefined,
    error: (s) => selectDeleteError(s, 'postType', 'post', 3),
  },
  {
    name: 'uploading a file',
    request: /^POST \/wp\/v2\/media/,
    act: (store) =>
      store.dispatch(uploadMedia(new File(['abc'], 'boat.png', { type: 'image/png' }), { createId: 'new' })),
    isDone: (s) =>
      [4, 5, 6].some((id) => selectEntityRecord(s, 'root', 'media', id)?.mime_type === 'image/png'),
    error: (s) => selectSaveError(s, 'root', 'media', created),
  },
  {
    name: 'a batch of two writes',
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

function rawTitle(state: EntityState, id: number): string | undefined {
  const record = selectEntityRecord(state, 'postType', 'post', id) as { title?: { raw: string } } | undefined
  return record?.title?.raw
}
