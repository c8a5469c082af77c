import { placeCaret, placeInField } from './caret'
import type { CaretPlace } from './blockTree'

/** Puts the caret before or behind all text of the blocks in an element; false where there is none to put it in. */
export function focusText(within: Element, side: 'start' | 'end'): boolean {
  const texts = [...within.querySelectorAll<HTMLElement>('[data-rich]')]
  const text = side === 'start' ? texts[0] : texts.at(-1)
  if (text) placeCaret(text, side === 'start' ? 0 : Infinity)
  return text !== undefined
}

/** Puts the caret into the text of a block; false for one that has none. */
export function putCaret(root: HTMLElement, { clientId, offset }: CaretPlace): boolean {
  const [text] = root.querySelectorAll<HTMLElement>(`[data-rich="${CSS.escape(clientId)}"]`)
  if (text) placeCaret(text, offset)
  const code = root.querySelector<HTMLTextAreaElement>(`[data-code="${CSS.escape(clientId)}"]`)
  if (code) placeInField(code, offset)
  return Boolean(text ?? code)
}
