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
  let [first, start] = [0, 0]
  while (first < like.length && text.startsWith(like[first] as string, start)) {
    start += (like[first++] as string).length
  }
  if (first === like.length && start === text.length) return like
  let [last, end] = [like.length, text.length]
  while (last > first && endsAfter(text, like[last - 1] as string, start, end)) {
    end -= (like[--last] as string).length
  }
  // A piece as short as a word joins the one before it: else writing on would make a piece of each level.
  if (end - start < shortest && first > 0) start -= (like[--first] as string).length
  return [...like.slice(0, first), ...cutPieces(text, start, end), ...like.slice(last)]
}

/** The text of its pieces. */
export function joinText(pieces: TextPieces): string {
  return pieces.join('')
}

function endsAfter(text: string, piece: string, start: number, end: number): boolean {
  return end - piece.length >= start && text.endsWith(piece, end)
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
