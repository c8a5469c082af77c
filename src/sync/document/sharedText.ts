import type * as Yjs from 'yjs'
import { diffText } from '../merge/mergeText'

/** The shared texts of one document. */
export interface SharedTexts {
  /** What a text says; the same string as long as nobody changes it. */
  read(text: Yjs.Text): string
  /** Makes a text say something else by the fewest changes. */
  write(text: Yjs.Text, value: string): void
  /** Takes out what a hand has written in a text. */
  dropHand(text: Yjs.Text, hand: number): void
  /** Takes note that others have changed a text. */
  forget(text: Yjs.Text): void
}

/** What a text said last is kept beside it: to join its pieces takes time with each of them. */
export function createSharedTexts(): SharedTexts {
  const said = new WeakMap<Yjs.Text, string>()

  function read(text: Yjs.Text): string {
    const known = said.get(text) ?? text.toJSON()
    said.set(text, known)
    return known
  }

  return {
    read,
    write: (text, value) => {
      const changes = diffText(read(text), value)
      // Where one of them fails, it is not known what the text says.
      said.delete(text)
      // From the end, so that places before stay where they are.
      for (const { at, remove, insert } of [...changes].reverse()) {
        if (remove > 0) text.delete(at, remove)
        if (insert) text.insert(at, insert)
      }
      said.set(text, value)
    },
    dropHand: (text, hand) => {
      said.delete(text)
      let at = 0
      for (let item = text._start; item; item = item.right) {
        if (item.deleted || !item.countable) continue
        if (item.id.client === hand) text.delete(at, item.length)
        else at += item.length
      }
    },
    forget: (text) => said.delete(text),
  }
}
