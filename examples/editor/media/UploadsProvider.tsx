import { createContext, use, useState, type ReactNode } from 'react'
import { uploadMedia, type EntityError } from 'copydesk'
import { useEntityDispatch, useLeaveGuard } from 'copydesk/react'

/** A file on its way into the library. */
export interface Upload {
  readonly file: File
  /** How much of it has left, from 0 to 1. */
  readonly progress: number
  readonly error?: EntityError
  /** Stops it, or takes it off the list where it has failed. */
  readonly cancel: () => void
}

interface Uploads {
  readonly uploads: readonly Upload[]
  /** Resolves to the id that the file has in the library; undefined where it failed, was stopped, or waits for a network. */
  readonly upload: (file: File) => Promise<number | undefined>
}

const UploadsContext = createContext<Uploads | null>(null)

export function useUploads(): Uploads {
  const uploads = use(UploadsContext)
  if (!uploads) throw new Error('useUploads needs an UploadsProvider above it.')
  return uploads
}

/** Keeps uploads going while somebody goes from screen to screen, and asks before the page is left meanwhile. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const dispatch = useEntityDispatch()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  useLeaveGuard({ when: uploads.some(({ error }) => error === undefined) })

  async function upload(file: File): Promise<number | undefined> {
    const controller = new AbortController()
    const take = () => setUploads((all) => all.filter((one) => one.file !== file))
    const change = (part: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.file === file ? { ...one, ...part } : one)))
    const cancel = () => {
      controller.abort()
      take()
    }
    setUploads((all) => [...all, { file, progress: 0, cancel }])
    const { record, error } = await dispatch(
      uploadMedia(file, {
        signal: controller.signal,
        onProgress: ({ loaded, total }) => change({ progress: total ? loaded / total : 0 }),
        result: true,
      }),
    )
    if (error && !controller.signal.aborted) change({ error })
    else take()
    return record?.id
  }

  return <UploadsContext value={{ uploads, upload }}>{children}</UploadsContext>
}
