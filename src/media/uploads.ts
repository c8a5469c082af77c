import { remembered } from '../core/companions'
import type { EntityId } from '../core/keys'
import type { UploadProgress } from '../core/fetchContract'
import type { Dispatch, Thunk } from '../core/thunk'
import type { EntityError } from '../resolution/entityError'
import { uploadMedia } from './uploadMedia'
import type { StateWithSaving } from '../saving/reducer'

/** One file on its way into the media library. */
export interface Upload {
  /** Names it for `cancel` and `retry`. */
  readonly id: number
  readonly file: File
  /**
   * `waiting` for its turn; `finishing` when all of it has left and the server makes its sizes; `queued` where it waits on
   * this device for a network (`copydesk/durable`).
   */
  readonly state: 'waiting' | 'sending' | 'finishing' | 'done' | 'queued' | 'failed'
  /** How much of the file has left, from 0 to 1; 0 where nobody can say. */
  readonly progress: number
  /** What it failed with; undefined otherwise. */
  readonly error: EntityError | undefined
  /** The id that it has in the library; a local one for a draft; undefined before. */
  readonly mediaId: EntityId | undefined
}

/** How files are added. */
export interface AddOptions {
  /**
   * Whether a file for which the browser has no network gets a local id at once: it is shown from this device, and sent with
   * what refers to it, such as a post, once that is saved. Default false, and so for all without `copydesk/durable`: it has
   * no id before it was sent.
   */
  readonly draft?: boolean
}

/** The files of one store on their way, whatever is on screen. */
export interface Uploads {
  readonly read: () => readonly Upload[]
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves to the ids of those that have arrived, when all have ended. */
  readonly add: (files: Iterable<File>, options?: AddOptions) => Promise<readonly EntityId[]>
  /** Stops a file that is on its way, and takes it off the list. */
  readonly cancel: (id: number) => void
  readonly retry: (id: number) => void
  /** Takes off the list what has ended, well or not. */
  readonly clear: () => void
}

/** How many files leave at once: more would only share the same line. */
const mostAtOnce = 2

/** The files of a store on their way; the same object at each call. */
export function uploadsOf(): Thunk<StateWithSaving, Uploads> {
  return (dispatch, getState, services) =>
    remembered(services.companions, 'uploads', () =>
      createUploads(dispatch, (file) => services.drafts?.draftFile(file, { title: file.name }, undefined)),
    ) as Uploads
}

function createUploads(
  dispatch: Dispatch<StateWithSaving>,
  makeDraft: (file: File) => EntityId | undefined,
): Uploads {
  let uploads: readonly Upload[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const controllers = new Map<number, AbortController>()
  /** Who waits for a file to end, once each. */
  const ends = new Map<number, () => void>()
  /** The files that are drafts where there is no network. */
  const drafts = new Set<number>()

  function show(next: readonly Upload[]): void {
    uploads = next
    for (const listener of [...listeners]) listener()
  }

  function change(id: number, changes: Partial<Upload>): void {
    show(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  }

  function sendNext(): void {
    const next = uploads.find(({ state }) => state === 'waiting')
    if (next && controllers.size < mostAtOnce) void send(next).then(sendNext)
  }

  async function send({ id, file }: Upload): Promise<void> {
    const isDraft = drafts.has(id) && globalThis.navigator?.onLine === false
    const draftId = isDraft ? makeDraft(file) : undefined
    if (draftId !== undefined) {
      change(id, { state: 'queued', mediaId: draftId })
      return ends.get(id)?.()
    }
    const controller = new AbortController()
    const { signal } = controller
    controllers.set(id, controller)
    change(id, { state: 'sending', progress: 0, error: undefined })
    const onProgress = ({ loaded, total }: UploadProgress) => {
      const progress = total ? loaded / total : 0
      if (!signal.aborted) change(id, { progress, state: progress < 1 ? 'sending' : 'finishing' })
    }
    const sent = dispatch(uploadMedia(file, { signal, onProgress, result: true }))
    sendNext()
    const { record, error } = await sent
    controllers.delete(id)
    if (signal.aborted) return
    if (error) change(id, { state: 'failed', error })
    else change(id, record ? { state: 'done', progress: 1, mediaId: record.id } : { state: 'queued' })
    ends.get(id)?.()
  }

  return {
    read: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: async (files, { draft = false } = {}) => {
      const added = Array.from(files, (file): Upload => {
        const id = ++count
        if (draft) drafts.add(id)
        return { id, file, state: 'waiting', progress: 0, error: undefined, mediaId: undefined }
      })
      const arrived: EntityId[] = []
      const ended = added.map(
        ({ id }) =>
          new Promise<void>((resolve) => {
            ends.set(id, () => {
              const { mediaId } = uploads.find((upload) => upload.id === id) ?? {}
              if (mediaId !== undefined) arrived.push(mediaId)
              ends.delete(id)
              resolve()
            })
          }),
      )
      show([...uploads, ...added])
      sendNext()
      await Promise.all(ended)
      return arrived
    },
    cancel: (id) => {
      controllers.get(id)?.abort()
      drafts.delete(id)
      show(uploads.filter((upload) => upload.id !== id))
      ends.get(id)?.()
    },
    retry: (id) => {
      change(id, { state: 'waiting' })
      sendNext()
    },
    clear: () => show(uploads.filter(isUnderWay)),
  }
}

/** Whether a file would be lost if the page were left. */
export function isUnderWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'finishing'
}
