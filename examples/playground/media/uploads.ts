import { uploadMedia, type EntityStore } from 'copydesk'

/** One file on its way into the library. */
export interface Upload {
  id: number
  file: File
  /** `queued`: it waits on this device for a network. */
  state: 'waiting' | 'sending' | 'finishing' | 'done' | 'queued' | 'failed'
  /** How much of the file has left, from 0 to 1. */
  progress: number
  /** What it failed with; null where it did not. */
  error: unknown
  /** What became of it in the library; null as long as nothing has. */
  mediaId: number | null
}

/** The files of one session on their way, for `useSyncExternalStore`: they go on whatever is on screen. */
export interface Uploads {
  read(): readonly Upload[]
  subscribe(listener: () => void): () => void
  add(files: Iterable<File>): void
  /** Stops a file that is on its way, and takes it off the list. */
  cancel(id: number): void
  retry(id: number): void
  /** Takes off the list what is there, or has failed. */
  clear(): void
}

/** How many files leave at once: more would only share the same line. */
const mostAtOnce = 2

/** No files yet. */
export function createUploads({ dispatch }: EntityStore): Uploads {
  let uploads: readonly Upload[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const controllers = new Map<number, AbortController>()

  function show(next: readonly Upload[]): void {
    uploads = next
    for (const listener of listeners) listener()
  }

  function change(id: number, changes: Partial<Upload>): void {
    show(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  }

  function sendNext(): void {
    const next = uploads.find(({ state }) => state === 'waiting')
    if (next && controllers.size < mostAtOnce) void send(next).then(sendNext)
  }

  async function send({ id, file }: Upload): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    controllers.set(id, controller)
    change(id, { state: 'sending', progress: 0, error: null })
    const uploaded = dispatch(
      uploadMedia(file, {
        signal,
        throwOnError: true,
        onProgress: ({ loaded, total }) => {
          const progress = total ? loaded / total : 0
          // The server now makes its sizes.
          if (!signal.aborted) change(id, { progress, state: progress < 1 ? 'sending' : 'finishing' })
        },
      }),
    )
    sendNext()
    try {
      const media = await uploaded
      change(id, media ? { state: 'done', progress: 1, mediaId: media.id } : { state: 'queued' })
    } catch (error) {
      if (!signal.aborted) change(id, { state: 'failed', error })
    } finally {
      if (controllers.get(id) === controller) controllers.delete(id)
    }
  }

  return {
    read: () => uploads,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(files) {
      const added = Array.from(files, (file): Upload => ({
        id: ++count,
        file,
        state: 'waiting',
        progress: 0,
        error: null,
        mediaId: null,
      }))
      show([...uploads, ...added])
      sendNext()
    },
    cancel(id) {
      controllers.get(id)?.abort()
      show(uploads.filter((upload) => upload.id !== id))
    },
    retry(id) {
      change(id, { state: 'waiting' })
      sendNext()
    },
    clear() {
      show(uploads.filter(({ state }) => !['done', 'queued', 'failed'].includes(state)))
    },
  }
}

/** Whether it would be lost if the page were left. */
export function isUnderWay({ state }: Upload): boolean {
  return !['done', 'queued', 'failed'].includes(state)
}
