import { storeForArea } from 'copydesk/devtools'
import { useLeaveGuard } from 'copydesk/react'
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useSession } from '../session/SessionContext'
import { createUploads, isUnderWay, type Upload, type Uploads } from './uploads'

const UploadsContext = createContext<Uploads | null>(null)

/** Keeps the uploads of the session going while one goes from screen to screen. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { store } = useSession()
  const [uploads] = useState(() => createUploads(storeForArea(store, 'Uploads')))
  const list = useSyncExternalStore(uploads.subscribe, uploads.read)
  useLeaveGuard({ when: list.some(isUnderWay) })
  useEffect(() => {
    // A file that misses its place must not replace the page.
    const keep = (event: DragEvent) => event.preventDefault()
    addEventListener('dragover', keep)
    addEventListener('drop', keep)
    return () => {
      removeEventListener('dragover', keep)
      removeEventListener('drop', keep)
    }
  }, [])
  return <UploadsContext value={uploads}>{children}</UploadsContext>
}

/** The uploads, and what can be done with them. */
export function useUploads(): [list: readonly Upload[], uploads: Uploads] {
  const uploads = use(UploadsContext)
  if (!uploads) throw new Error('useUploads needs an UploadsProvider above it.')
  return [useSyncExternalStore(uploads.subscribe, uploads.read), uploads]
}
