import { requireEntityConfig } from '../config/loadEntityConfigs'
import { requireKey } from '../edits/requireKey'
import { readRecord } from '../entities/parseRecords'
import { recordPath } from '../entities/recordPath'
import { entityKey, type EntityId } from '../core/keys'
import type { LocksSliceState } from '../locks/reducer'
import type { RecordOf } from '../records/inference/inference'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { runWrite, savingEvents } from '../saving/runWrite'
import type { SaveState } from '../saving/saveState'
import { recordSaved } from '../saving/writeResults'
import { writePathOf } from '../saving/saveEntityRecord'
import { whileLocked, type WriteOptions } from '../saving/writeLock'
import {
  savedRecord,
  tellOutcome,
  type ForResult,
  type TellingOptions,
  withRecord,
  type WriteResult,
} from '../saving/writeOutcome'

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
 * @throws EntityStoreError `missing_id`, `invalid_id`; with `throwOnError` what the fetcher rejected with.
 * @example
 * const turned = await dispatch(editMedia(7, { src: image.source_url, rotation: 90 }))
 */
export function editMedia(
  id: EntityId,
  edit: ImageEdit,
  options: WriteOptions & ForResult,
): Thunk<SaveState & LocksSliceState, Promise<WriteResult<Attachment>>>
export function editMedia(
  id: EntityId,
  edit: ImageEdit,
  options?: WriteOptions,
): Thunk<SaveState & LocksSliceState, Promise<Attachment | undefined>>
export function editMedia(
  id: EntityId,
  edit: ImageEdit,
  options: WriteOptions & TellingOptions = {},
): Thunk<SaveState & LocksSliceState, Promise<unknown>> {
  return (dispatch) => tellOutcome(dispatch(editImage(id, edit, options)), options, savedRecord)
}

function editImage(
  id: EntityId,
  edit: ImageEdit,
  options: WriteOptions,
): Thunk<SaveState & LocksSliceState, Promise<WriteResult<Attachment>>> {
  const [kind, name] = ['postType', 'attachment'] as const
  return async (dispatch, getState, { fetcher, nextSeq }) => {
    const config = await dispatch(requireEntityConfig(kind, name))
    const key = requireKey(getState(), config, id)
    const target = { kind, name, entity: entityKey(kind, name), key, id, isAutosave: false }
    let edited: Attachment | undefined
    const make = async () => {
      const { data } = await (options.fetcher ?? fetcher)({
        // Without the context the server would answer without raw texts.
        path: buildPath(recordPath(config, key), 'edit', config.baseURLParams),
        method: 'POST',
        data: edit,
        signal: options.signal,
      })
      const made = readRecord(config, data)
      return () => {
        const invalidatedSeq = nextSeq()
        edited = data as Attachment
        return [recordSaved(config, target, made, { invalidatedSeq, seq: nextSeq() })]
      }
    }
    return dispatch(
      whileLocked(writePathOf(kind, name, key), options, async (turn) => {
        // A refusal is about this way of changing an image only: nothing is learned from it.
        const events = { ...savingEvents, onFailure: () => ({}) }
        const outcome = await dispatch(runWrite(target, turn, () => ({ work: make }), events))
        return withRecord(outcome, edited)
      }),
    )
  }
}
