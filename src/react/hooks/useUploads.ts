import { useMemo, useSyncExternalStore } from 'react'
import { isUnderWay, uploadsOf, type Upload, type Uploads } from '../../media/uploads'
import { useEntityStore } from '../provider/EntityStoreProvider'

/** What {@link useUploads} gives. */
export interface UseUploadsResult {
  /** In the order in which they were given; those that have ended stay until `clear`. */
  readonly uploads: readonly Upload[]
  /** Whether any would be lost if the page were left: `useLeaveGuard({ when: isUploading })`. */
  readonly isUploading: boolean
  /**
   * Uploads files, two at a time. Resolves to the ids of those that have arrived, when all have ended; never rejects. With
   * `{ draft: true }` a file for which there is no network has a local id, and is sent with what refers to it.
   */
  readonly upload: Uploads['add']
  /** Stops a file that is on its way, and takes it off the list. */
  readonly cancel: (id: number) => void
  /** Sends a file again that has failed. */
  readonly retry: (id: number) => void
  /** Takes off the list what has ended, well or not. */
  readonly clear: () => void
}

const none: readonly Upload[] = []

/**
 * Files on their way into the media library, with how far each is and what it failed with. All components of a store share
 * them, and they go on whatever is on screen. With `createDurability` a file for which there is no network waits on the
 * device.
 * @example
 * const { uploads, upload, cancel } = useUploads()
 * <input type="file" multiple onChange={({ target }) => void upload(target.files ?? [])} />
 */
export function useUploads(): UseUploadsResult {
  const { dispatch } = useEntityStore()
  const own = useMemo(() => dispatch(uploadsOf()), [dispatch])
  const uploads = useSyncExternalStore(own.subscribe, own.read, () => none)
  return useMemo(() => {
    const { add: upload, cancel, retry, clear } = own
    return { uploads, isUploading: uploads.some(isUnderWay), upload, cancel, retry, clear }
  }, [own, uploads])
}
