import { diffLines, diffWordsWithSpace } from 'diff'

/** A piece of a text that stayed, came or went. `skipped` stands for what stayed and is too long to show. */
export interface Piece {
  kind: 'same' | 'added' | 'removed' | 'skipped'
  text: string
}

/** Milliseconds for which words are compared: texts that have nothing in common are compared by lines. */
const flushAfter = 150

/** How two texts differ, word by word, with some of what stayed around every change. */
export function wordDifference(from: string, to: string, context = 80): Piece[] {
  const changes =
    diffWordsWithSpace(from, to, { timeout: flushAfter }) ?? diffLines(from, to, { timeout: flushAfter })
  if (!changes) {
    return [
      { kind: 'removed', text: from },
      { kind: 'added', text: to },
    ]
  }
  return changes.flatMap(({ added, removed, value }, at): Piece[] => {
    if (added) return [{ kind: 'added', text: value }]
    if (removed) return [{ kind: 'removed', text: value }]
    return shortened(value, at > 0 ? context : 0, at < changes.length - 1 ? context : 0)
  })
}

/** How many words two texts have more and less than each other. */
export function countWords(pieces: readonly Piece[], kind: Piece['kind']): number {
  return pieces
    .filter((piece) => piece.kind === kind)
    .reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
}

function shortened(text: string, head: number, tail: number): Piece[] {
  if (text.length <= head + tail + 40) return [{ kind: 'same', text }]
  // Whole words only.
  const from = head === 0 ? 0 : Math.max(text.lastIndexOf(' ', head), 0)
  const next = tail === 0 ? -1 : text.indexOf(' ', text.length - tail)
  const to = tail === 0 ? text.length : next < 0 ? text.length - tail : next + 1
  const pieces: Piece[] = [
    { kind: 'same', text: text.slice(0, from) },
    { kind: 'skipped', text: text.slice(from, to) },
    { kind: 'same', text: text.slice(to) },
  ]
  return pieces.filter((piece) => piece.text !== '')
}
