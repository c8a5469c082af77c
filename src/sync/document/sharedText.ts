import type * as Yjs from 'yjs'
import { remembered } from '../../core/companions'
import { isUnseen } from './hands'
import { isInWord, type TextChange } from '../merge/diffText'
import { diffWritten } from '../merge/diffTokens'
import { dropSame, type StaysFor } from './versionCharacters'
import { beginsOf, itemsOf, partsSay, stretchOfItems, upTo } from './textItems'

/** The shared texts of one document. */
export interface SharedTexts {
  /** What a text says; the same string as long as nobody changes it. */
  read(text: Yjs.Text): string
  /** Makes a text say something else by the fewest changes. */
  write(text: Yjs.Text, value: string): void
  /** Takes out of a text what stands twice. */
  dropSame(text: Yjs.Text, staysFor: StaysFor): void
  /** What of a text a document had that had received so much of each hand. */
  readAt(text: Yjs.Text, had: ReadonlyMap<number, number>): string
  /** Takes note that others have changed a text, and what they have written there. */
  forget(text: Yjs.Text, isNew: (item: Yjs.Item) => boolean): void
  /** Sets off words of others from what they stand beside, now that the blank between is gone that they were written at. */
  setOff(edit: (work: () => void) => void): void
}

/** What a text said last is kept beside it: to join its pieces takes time with each of them. */
export function createSharedTexts(Y: typeof Yjs, doc: Yjs.Doc): SharedTexts {
  const said = new WeakMap<Yjs.Text, string>()
  /** Those in which something was taken out here. */
  const cut = new WeakSet<Yjs.Text>()
  /** Where a blank has gone here between what others have written since and what it stands beside. */
  const lacking: Yjs.RelativePosition[] = []

  function read(text: Yjs.Text): string {
    return remembered(said, text, () => text.toJSON())
  }

  /** Whether what stands on both sides of a place was not written in one go; looked for when it is asked first. */
  function edgesIn(text: Yjs.Text): (at: number) => boolean {
    let edges: Set<number> | undefined
    return (at) => {
      edges ??= findEdges(text)
      return edges.has(at)
    }
  }

  function findEdges(text: Yjs.Text): Set<number> {
    const edges = new Set<number>([0])
    let [at, last] = [0, undefined as Yjs.Item | undefined]
    for (const item of itemsOf(text).items) {
      const isOne = last?.id.client === item.id.client && last.id.clock + last.length === item.id.clock
      if (!isOne) edges.add(at)
      at += item.length
      last = item
    }
    return edges.add(at)
  }

  /**
   * What is taken out: of two that say the same, of which a person has written one, what the server's hand has brought once more.
   */
  function withUnseen(text: Yjs.Text, change: TextChange): TextChange {
    const { at, remove, insert } = change
    if (insert !== '') return change
    const all = read(text)
    const words = all.slice(at, at + remove).trim()
    const beside = [all.slice(Math.max(0, at - remove), at), all.slice(at + remove, at + 2 * remove)]
    if (words === '' || !beside.some((one) => one.includes(words))) return change
    const { items } = itemsOf(text)
    const without = (place: number) => all.slice(0, place) + all.slice(place + remove)
    const saying = (place: number) =>
      stretchOfItems(items, place, place + remove).filter((part) => partsSay([part]).trim() !== '')
    const here = saying(at)
    const isOfServer = (place: number) =>
      saying(place).every(({ item }) => here.every((mine) => isUnseen(item, mine.item)))
    const places = [...beginsOf(items).values()].filter((place) => Math.abs(place - at) <= remove)
    const other = places.find((place) => without(place) === without(at) && isOfServer(place))
    return { ...change, at: other ?? at }
  }

  /** Who writes a word with one blank has seen another one on its other side. */
  function noteLacking(text: Yjs.Text, isNew: (item: Yjs.Item) => boolean): void {
    const all = text.toJSON()
    let at = 0
    for (const item of itemsOf(text).items) {
      const [begin, end] = [at, (at += item.length)]
      if (!isNew(item) || !(item.left?.deleted || item.right?.deleted)) continue
      const now = all.slice(begin, end)
      const words = now.trim()
      for (const edge of [begin, end])
        if (words !== '' && words !== now && isInWord(all, edge))
          lacking.push(Y.createRelativePositionFromTypeIndex(text, edge))
    }
  }

  return {
    read,
    write: (text, value) => {
      const all = diffWritten(read(text), value, edgesIn(text))
      const changes = all.length === 1 ? all.map((change) => withUnseen(text, change)) : all
      if (changes.some(({ remove }) => remove > 0)) cut.add(text)
      // Where one of them fails, it is not known what the text says.
      said.delete(text)
      // From the end, so that places before stay where they are.
      for (const { at, remove, insert } of [...changes].reverse()) {
        if (remove > 0) text.delete(at, remove)
        if (insert) text.insert(at, insert)
      }
      said.set(text, value)
    },
    dropSame: (text, staysFor) => {
      if (dropSame(Y, text, staysFor)) said.delete(text)
    },
    readAt: (text, had) =>
      partsSay(
        itemsOf(text).items.map((item) => ({
          item,
          begin: 0,
          end: upTo(had.get(item.id.client) ?? 0, item),
        })),
      ),
    forget: (text, isNew) => {
      said.delete(text)
      if (cut.has(text)) noteLacking(text, isNew)
    },
    setOff: (edit) => {
      if (lacking.length === 0) return
      edit(() => {
        for (const position of lacking.splice(0)) {
          const { type, index = 0 } = Y.createAbsolutePositionFromRelativePosition(position, doc) ?? {}
          if (!(type instanceof Y.Text) || !isInWord(read(type), index)) continue
          said.delete(type)
          type.insert(index, ' ')
        }
      })
    },
  }
}
