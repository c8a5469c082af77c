import { mostOf } from '../core/mostOf'

/**
 * A long text as the history keeps it: in pieces, those of the text before it wherever they are the same. So a key that
 * is typed into a text of 200 kB is remembered by one new piece and not by another 200 kB.
 */
export type TextPieces = readonly string[]

/** Texts from this length on are kept in pieces. */
export const longText = 8192

const pieceLength = 2048
const shortest = pieceLength / 2

/** A text in pieces; those of `like` where they are the same, and `like` itself where all are. */
export function cutText(text: string, like: TextPieces): TextPieces {
  const before = joinText(like)
  if (text === before) return like
  // Where each piece begins.
  const starts = [0]
  for (const piece of like) starts.push((starts.at(-1) as number) + piece.length)
  let first = mostOf(like.length, (count) => isSameStretch(text, before, 0, starts[count] as number))
  const last = mostOf(like.length - first, (count) => {
    const length = before.length - (starts[like.length - count] as number)
    return length <= text.length - (starts[first] as number) && isSameStretch(text, before, -length, length)
  })
  const end = text.length - (before.length - (starts[like.length - last] as number))
  // A piece as short as a word joins the one before it: else writing on would make a piece of each level.
  if (end - (starts[first] as number) < shortest && first > 0) first--
  return [
    ...like.slice(0, first),
    ...cutPieces(text, starts[first] as number, end),
    ...like.slice(like.length - last),
  ]
}

/** Whether two texts have the same part: `npm run bench -- --only typingUnderUndo` measures that it is compared whole. */
function isSameStretch(one: string, other: string, start: number, length: number): boolean {
  const end = start < 0 ? undefined : start + length
  return one.slice(start, end) === other.slice(start, end)
}

/** The text of its pieces. */
export function joinText(pieces: TextPieces): string {
  return pieces.join('')
}

function cutPieces(text: string, start: number, end: number): string[] {
  const pieces: string[] = []
  for (let at = start; at < end;) {
    const next = end - at < 2 * pieceLength ? end : at + pieceLength
    // Joined from two parts it is a text of its own: engines let a part of a long text hold on to the whole of it.
    pieces.push([text.slice(at, at + 1), text.slice(at + 1, next)].join(''))
    at = next
  }
  return pieces
}
