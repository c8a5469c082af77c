import { useLeaveGuard, useUploads } from 'copydesk/react'
import { useEffect } from 'react'

/** Asks before files on their way are left behind, and lets none that misses its place replace the page. */
export function useUploadsGuard(): void {
  const { isUploading } = useUploads()
  useLeaveGuard({ when: isUploading })
  useEffect(() => {
    const keep = (event: DragEvent) => event.preventDefault()
    addEventListener('dragover', keep)
    addEventListener('drop', keep)
    return () => {
      removeEventListener('dragover', keep)
      removeEventListener('drop', keep)
    }
  }, [])
}
