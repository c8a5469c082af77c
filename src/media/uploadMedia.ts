import { EntityStoreError, show } from '../core/errors'
import type { EntityId } from '../core/keys'
import type { Thunk } from '../core/thunk'
import type { StateWithEntities } from '../entities/reducer'
import type { RecordOf, SavePayloadOf } from '../records/inference/inference'
import type { Fetcher, UploadProgress } from '../core/fetchContract'
import { sendFile } from '../rest/sendFile'
import { saveEntityRecord, type SaveOptions } from '../saving/saveEntityRecord'
import type { ForResult, WriteResult } from '../saving/writeOutcome'
import type { StateWithSaving } from '../saving/reducer'

type Attachment = RecordOf<'postType', 'attachment'>

/** Options of an upload. */
export interface UploadOptions extends SaveOptions {
  /**
   * Fields of the attachment, such as `title`, `alt_text`, `caption`, `description` or the `post` it belongs to.
   * Default: none.
   */
  readonly data?: SavePayloadOf<'postType', 'attachment'>
  /**
   * Whether the file is only shown, at an address of this page, until it is saved like any other record: by
   * `saveEditedEntityRecord` or `saveDirtyEntityRecords`. Gives a local id at once. Needs `copydesk/durable`. Default false.
   */
  readonly draft?: boolean
  /** Default: the file's own name; for a Blob without one, `upload.` and the second part of its media type. */
  readonly fileName?: string
  /**
   * Called as the file leaves; never where there is no XMLHttpRequest, and with a fetcher that reports no progress.
   * Default: none.
   */
  readonly onProgress?: (progress: UploadProgress) => void
}

/**
 * Uploads a file: the attachment takes its place in the store as (`root`, `media`), and lists of media are read again.
 * It is a create like any other: `createId` names it for `selectIsSaving` and `selectSaveError`. Where the server keeps
 * the file but fails to make its sizes, it is asked to go on, up to five times; after that the attachment is deleted.
 * With `createDurability` of `copydesk/durable` an upload for which there is no network waits in the queue, with its file.
 * @returns The attachment; undefined when the upload failed, was aborted or waits; with `{ result: true }` a
 * {@link WriteResult}. With `draft` its local id, at once.
 * @throws EntityStoreError `invalid_record` for what is no file; with `throwOnError` what the fetcher rejected with.
 * @example
 * const image = await store.dispatch(uploadMedia(file, { data: { alt_text: 'A boat' }, throwOnError: true }))
 */
export function uploadMedia(
  file: Blob,
  options: UploadOptions & { readonly draft: true },
): Thunk<StateWithEntities, EntityId>
export function uploadMedia(
  file: Blob,
  options: UploadOptions & ForResult,
): Thunk<StateWithSaving, Promise<WriteResult<Attachment>>>
export function uploadMedia(
  file: Blob,
  options?: UploadOptions,
): Thunk<StateWithSaving, Promise<Attachment | undefined>>
export function uploadMedia(
  file: Blob,
  options: UploadOptions & Partial<ForResult> = {},
): Thunk<StateWithSaving, Promise<unknown>> | Thunk<StateWithEntities, EntityId> {
  return options.draft ? makeDraft(file, options) : upload(file, options)
}

function upload(
  file: Blob,
  { data, fileName, onProgress, ...options }: UploadOptions & Partial<ForResult>,
): Thunk<StateWithSaving, Promise<unknown>> {
  return async (dispatch, getState, services) => {
    checkFile(file)
    const send = options.fetcher ?? services.fetcher
    const fetcher: Fetcher = (request) => sendFile(send, { ...request, onProgress }, file, fileName)
    const sent = { ...options, fetcher, file: { file, fileName } }
    return dispatch(saveEntityRecord('postType', 'attachment', { ...data, id: undefined }, sent))
  }
}

/** Told by what it has: a file may come from another window. */
function checkFile(file: Blob): void {
  if ('size' in Object(file) && 'slice' in Object(file)) return
  throw new EntityStoreError('invalid_record', `${show(file)} is not a file. Pass a File or a Blob.`)
}

function makeDraft(file: Blob, { data = {}, fileName }: UploadOptions): Thunk<StateWithEntities, EntityId> {
  return (dispatch, getState, { drafts }) => {
    checkFile(file)
    if (drafts) return drafts.draftFile(file, data, fileName)
    throw new EntityStoreError(
      'invalid_option',
      'A draft of a file needs a store with createDurability() among its plugins.',
    )
  }
}
