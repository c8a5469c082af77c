import { useEffect } from 'react'
import { useEntityStore } from 'copydesk/react'
import { syncOf, type Cursor } from 'copydesk/sync'
import { selectedIn } from '../blocks/caret'
import { htmlOffset } from '../blocks/htmlOffset'
import { readTyped } from '../blocks/inlineEditing'
import type { PostType } from '../route'

/** Milliseconds in which movements of the caret are gathered. */
const rest = 80

/** Tells the others where the caret is in a document, as long as it is in it. */
export function useTellCursor(type: PostType, id: number, isConnected: boolean): void {
  const sync = syncOf(useEntityStore())
  useEffect(() => {
    if (!sync || !isConnected) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let told = ''
    const tell = () => {
      timer = undefined
      const cursor = readCursor()
      const text = JSON.stringify(cursor ?? null)
      if (text === told) return
      told = text
      sync.setCursor('postType', type, id, cursor)
    }
    const schedule = () => {
      timer ??= setTimeout(tell, rest)
    }
    const events = ['selectionchange', 'focusin', 'focusout'] as const
    for (const event of events) document.addEventListener(event, schedule)
    schedule()
    return () => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, schedule)
    }
  }, [sync, type, id, isConnected])
}

function readCursor(): Cursor | undefined {
  const element = document.activeElement
  if (!(element instanceof HTMLElement)) return undefined
  const { rich: block, attribute, field } = element.dataset
  if (block !== undefined) {
    const selected = selectedIn(element)
    if (attribute === undefined || !selected) return { field: 'blocks' }
    const html = readTyped(element)
    const at = (offset: number) => htmlOffset(html, offset)
    return { field: 'blocks', block, attribute, anchor: at(selected.anchor), head: at(selected.head) }
  }
  if (field === undefined) return undefined
  const isText = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
  // The text of the content stands for its blocks: there is no shared text to be at a place of.
  if (!isText || field === 'content') return { field }
  const { selectionStart, selectionEnd, selectionDirection } = element
  if (selectionStart === null || selectionEnd === null) return { field }
  const isBack = selectionDirection === 'backward'
  return {
    field,
    anchor: isBack ? selectionEnd : selectionStart,
    head: isBack ? selectionStart : selectionEnd,
  }
}
