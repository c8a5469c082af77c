import { useSyncExternalStore } from 'react'
import { isFormatted, type FormatTag } from './inlineEditing'
import { pendingFormat } from './pendingFormat'

const tags: readonly FormatTag[] = ['strong', 'em', 's', 'code']

/**
 * The markup that what is typed next is in, the names with a space between.
 *
 * @param find - the text that has the selection
 */
export function useFormats(find: () => { element: HTMLElement } | null): string {
  return useSyncExternalStore(watchSelection, () => {
    const found = find()
    return found ? tags.filter((tag) => isFormatted(found.element, tag)).join(' ') : ''
  })
}

function watchSelection(listener: () => void): () => void {
  const leave = pendingFormat.subscribe(listener)
  document.addEventListener('selectionchange', listener)
  document.addEventListener('input', listener)
  return () => {
    leave()
    document.removeEventListener('selectionchange', listener)
    document.removeEventListener('input', listener)
  }
}
