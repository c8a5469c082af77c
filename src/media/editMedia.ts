import { readRecord } from '../entities/parseRecords'
import { recordPath } from '../entities/recordPath'
import { EntityStoreError } from '../core/errors'
import type { EntityId } from '../core/keys'
import { isLocalId } from '../core/localId'
import type { RecordOf } from '../records/inference/inference'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { defineWrite, savingEvents, type WriteInput, type WritePlan } from '../saving/defineWrite'
import { runWrite } from '../saving/runWrite'
import { recordSaved } from '../saving/writeResults'
import type { WriteOptions } from '../saving/writeLock'
import { outcomeFor, type ForResult, type OutcomeOptions, type WriteResult } from '../saving/writeOutcome'
import type { StateWithSaving } from '../saving/reducer'

/**
 * One step of an image edit; lengths in percent of the image, angles in degrees, clockwise.
 */
export type ImageModifier =
  | { readonly type: 'rotate'; readonly args: { readonly angle: number } }
  | {
      readonly type: 'crop'
      readonly args: {
        readonly left: number
        readonly top: number
        readonly width: number
        readonly height: number
      }
    }
  | {
      readonly type: 'flip'
      /** Since WordPress 6.9. */
      readonly args: { readonly flip: { readonly horizontal: boolean; readonly vertical: boolean } }
    }

type Attachment = RecordOf<'postType', 'attachment'>

/** What to do with an image: either `modifiers`, or the older single fields. */
export interface ImageEdit {
  /** The address of the image, the attachment's `source_url`. */
  readonly src: string
  /** Steps in their order, one at least. */
  readonly modifiers?: readonly ImageModifier[]
  /** Degrees, clockwise. */
  readonly rotation?: number
  /** Where the crop begins, in percent from the left. */
  readonly x?: number
  /** Where the crop begins, in percent from the top. */
  readonly y?: number
  /** Width of the crop in percent. */
  readonly width?: number
  /** Height of the crop in percent. */
  readonly height?: number
}

/**
 * Rotates, crops or flips an image on the server, which makes a new attachment of it: that takes its place in the store, and
 * lists of media are read again. While it is under way, and when it fails, that stands on the image as for a save.
 * @param edit - What is done to the image; several steps are several calls.
 * @returns The new attachment; undefined when it failed or was aborted. With `{ result: true }` a {@link WriteResult}.
 * @throws EntityStoreError `missing_id`, `invalid_id`; with `throwOnError` what the fetcher rejected with, and
 * `local_id` for the draft of an image.
 * @example
 * const turned = await dispatch(editMedia(7, { src: image.source_url, rotation: 90 }))
 */
export function editMedia(
  id: EntityId,
  edit: ImageEdit,
  options: WriteOptions & ForResult,
): Thunk<StateWithSaving, Promise<WriteResult<Attachment>>>
export function editMedia(
  id: EntityId,
  edit: ImageEdit,
  options?: WriteOptions,
): Thunk<StateWithSaving, Promise<Attachment | undefined>>
export function editMedia(
  id: EntityId,
  edit: ImageEdit,
  options: WriteOptions & OutcomeOptions = {},
): Thunk<StateWithSaving, Promise<unknown>> {
  const input = { kind: 'postType', name: 'attachment', id, edit }
  return (dispatch) => outcomeFor(dispatch(runWrite(imageEdit, input, options)), options)
}

interface ImageEditInput extends WriteInput {
  readonly edit: ImageEdit
}

const imageEdit = /* @__PURE__ */ defineWrite<ImageEditInput, WritePlan>({
  what: () => 'image',
  events: savingEvents,
  plan({ target: { key } }) {
    if (!isLocalId(key)) return { fields: {} }
    throw new EntityStoreError(
      'local_id',
      `The server does not have the image ${key} yet, so it can't be edited there. Save it first.`,
    )
  },
  async send({ input: { edit }, config, target, options, services }, _, { headers }) {
    const { fetcher = services.fetcher, signal, keepalive } = options
    const { data } = await fetcher({
      // Without the context the server would answer without raw texts.
      path: buildPath(recordPath(config, target.key), 'edit', config.baseURLParams),
      method: 'POST',
      data: edit,
      ...(headers && { headers }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    })
    const made = readRecord(config, data)
    const makeResults = () => {
      const invalidatedSeq = services.nextSeq()
      return [recordSaved(config, target, made, { invalidatedSeq, seq: services.nextSeq() })]
    }
    return { answer: data, body: data, makeResults }
  },
  failsAlone: true,
})
