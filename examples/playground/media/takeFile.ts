import { selectEditedEntityRecord, uploadMedia, type EntityId } from 'copydesk'
import { useEntityStore } from 'copydesk/react'
import { useCallback } from 'react'
import { readField } from '../readField'
import { useNotify } from '../ui/Notices'

/** A file as a text needs it. */
export interface TakenFile {
  id: number
  url: string
  alt: string
  title: string
}

/**
 * Takes a file into the library: it is uploaded, and where there is no network it is used from this device, under a
 * local id, and goes up with the document that is saved first.
 * @returns A function that rejects with why the site did not take it.
 */
export function useTakeFile(): (file: File) => Promise<TakenFile | null> {
  const { dispatch, getState } = useEntityStore()
  const notify = useNotify()
  return useCallback(
    async (file) => {
      const draft = (): TakenFile => {
        const id: EntityId = dispatch(uploadMedia(file, { draft: true, data: { title: file.name } }))
        const record = selectEditedEntityRecord(getState(), 'postType', 'attachment', id)
        return {
          id: Number(id),
          url: String(readField(record, 'source_url') ?? ''),
          alt: '',
          title: file.name,
        }
      }
      if (!navigator.onLine) return draft()
      const made = await dispatch(uploadMedia(file, { throwOnError: true }))
      if (!made) {
        notify({ text: `${file.name} waits for a network, and comes to the media library then.` })
        return null
      }
      const title = made.title.raw || made.title.rendered || file.name
      return { id: made.id, url: made.source_url, alt: made.alt_text, title }
    },
    [dispatch, getState, notify],
  )
}
