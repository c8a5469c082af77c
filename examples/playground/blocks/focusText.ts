import { placeCaret } from './caret'

/** Puts the caret before or behind all text of the blocks in an element; false where there is none to put it in. */
export function focusText(within: Element, side: 'start' | 'end'): boolean {
  const texts = [...within.querySelectorAll<HTMLElement>('[data-rich]')]
  const text = side === 'start' ? texts[0] : texts.at(-1)
  if (text) placeCaret(text, side === 'start' ? 0 : Infinity)
  return text !== undefined
}
