import { useMemo, useSyncExternalStore } from 'react'
import { isUnderWay, uploadsOf, type Upload, type Uploads } from '../../media/uploads'
import { useEntityStore } from '../provider/EntityStoreProvider'

/** What {@link useUploads} gives. */
export interface UseUploadsResult {
  /**
   * The files, as `{ id, file, state, progress, error, mediaId }`. `state` is `waiting`, `sending`, `finishing`
   * (sent; the server makes the image sizes), `done`, `queued` or `failed`. Files stay in the list until `clear`.
   */
  readonly uploads: readonly Upload[]
  /** Whether a file would be lost if the user left the page now. */
  readonly isUploading: boolean
  /**
   * Uploads files, two at a time. Never rejects. Resolves to the ids of the uploaded files. With `upload(files, {
   * draft: true })`, a file gets a local id if there is no network. A post can show that file at once, and the file
   * is sent with the post.
   */
  readonly upload: Uploads['add']
  /** Stops an upload and removes it from the list. */
  readonly cancel: (id: number) => void
  /** Uploads a failed file again. */
  readonly retry: (id: number) => void
  /** Removes the uploads that have ended, with success or an error. */
  readonly clear: () => void
}

const none: readonly Upload[] = []

/**
 * Uploads files to the media library, with progress, errors, retry and cancel. All components of a store share one list, and
 * uploads go on when the component unmounts. With `createDurability` a file that has no network waits on the device.
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
