import { placeCaret, caretOffset } from '../../blocks/caret'

/** Where the caret was in a new document, which goes on as one of the site's: the title, or the nth text and how far. */
type Handover = { field: 'title' } | { nth: number; offset: number }

let handed: { key: string; caret: Handover } | null = null

/** Notes where the caret is in an element, for the document that takes its place. */
export function handOver(key: string, within: HTMLElement): void {
  const focused = document.activeElement
  const texts = [...within.querySelectorAll<HTMLElement>('[data-rich]')]
  const nth = texts.findIndex((text) => text === focused)
  const text = texts[nth]
  if (text) handed = { key, caret: { nth, offset: caretOffset(text) ?? Infinity } }
  else handed = within.contains(focused) ? { key, caret: { field: 'title' } } : null
}

/** Puts the caret where it was, once; keys would go to the list otherwise. */
export function takeOver(key: string, within: HTMLElement): void {
  if (handed?.key !== key) return
  const { caret } = handed
  handed = null
  const texts = within.querySelectorAll<HTMLElement>('[data-rich]')
  const text = 'nth' in caret ? texts[caret.nth] : undefined
  if (text && 'nth' in caret) placeCaret(text, caret.offset)
  else
    within.querySelector<HTMLElement>('nth' in caret ? '[data-field=content]' : '[data-field=title]')?.focus()
}
