import type * as Yjs from 'yjs'
import { diffText } from './text'

/** Makes a shared text say something else by the fewest changes. */
export function writeText(text: Yjs.Text, value: string): void {
  // From the end, so that places before stay where they are.
  for (const { at, remove, insert } of [...diffText(textOf(text), value)].reverse()) {
    if (remove > 0) text.delete(at, remove)
    if (insert) text.insert(at, insert)
  }
}

/** What a shared text says. */
export function textOf(text: Yjs.Text): string {
  return text.toJSON()
}
