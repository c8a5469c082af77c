import { useState, type DragEvent } from 'react'

/** Takes files that are dropped on an element; `isOver` while some are held above it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  // Entering a child comes before leaving its parent.
  const [depth, setDepth] = useState(0)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    isOver: depth > 0,
    onDragEnter(event: DragEvent) {
      if (hasFiles(event)) setDepth((before) => before + 1)
    },
    onDragLeave(event: DragEvent) {
      if (hasFiles(event)) setDepth((before) => Math.max(0, before - 1))
    },
    onDragOver(event: DragEvent) {
      if (hasFiles(event)) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDepth(0)
      onFiles([...event.dataTransfer.files])
    },
  }
}
