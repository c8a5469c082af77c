import { EntityStoreError, show } from '../core/errors'
import type { EntityId } from '../core/keys'
import type { Thunk } from '../core/thunk'
import type { SentFile } from '../core/writeGate'
import type { StateWithEntities } from '../entities/reducer'
import type { RecordOf, SavePayloadOf } from '../records/inference/inference'
import type { UploadProgress } from '../core/fetchContract'
import { sendFile } from '../rest/sendFile'
import { defineWrite, savingEvents } from '../saving/defineWrite'
import { runWrite } from '../saving/runWrite'
import { createOrUpdate, planSave, save, type SaveInput, type SavePlan } from '../saving/save'
import type { SaveOptions } from '../saving/saveEntityRecord'
import { outcomeFor, type ForResult, type WriteResult } from '../saving/writeOutcome'
import { unnamed } from '../saving/writes'
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
  return options.draft ? makeDraft(file, options) : send(file, options)
}

function send(
  file: Blob,
  { data, fileName, onProgress, createId = unnamed, ...options }: UploadOptions & Partial<ForResult>,
): Thunk<StateWithSaving, Promise<unknown>> {
  const fields = () => ({ ...data, id: undefined })
  const of = { kind: 'postType', name: 'attachment', createId }
  const input: UploadInput = { ...of, fields, file: { file, fileName }, onProgress }
  return async (dispatch) => {
    checkFile(file)
    return outcomeFor(dispatch(runWrite(upload, input, options)), options)
  }
}

interface UploadInput extends SaveInput {
  readonly file: SentFile
  readonly onProgress: UploadOptions['onProgress']
}

/** A save of a new attachment whose fields travel with its file. */
const upload = /* @__PURE__ */ defineWrite<UploadInput, SavePlan>({
  what: createOrUpdate,
  events: savingEvents,
  sendsEdits: true,
  plan: planSave,
  send(writing, plan, changed) {
    const { file, onProgress } = writing.input
    const { fetcher = writing.services.fetcher } = writing.options
    return save.send(writing, plan, {
      fetcher: (request) => sendFile(fetcher, { ...request, onProgress }, file.file, file.fileName),
      ...changed,
    })
  },
})

/** Recognised by its members: a file may come from another window. */
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
