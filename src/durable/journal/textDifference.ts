import { joinText, type TextPieces } from '../../undo/textPieces'

/** What of a text is the same in another, at its beginning and at its end, and what of the other stands in between. */
export interface TextDifference {
  readonly start: number
  readonly end: number
  readonly middle: string
}

/** How a text differs from another. Pieces that both have are not looked into. */
export function differenceOf(from: TextPieces, to: TextPieces): TextDifference {
  const most = Math.min(from.length, to.length)
  let first = 0
  while (first < most && from[first] === to[first]) first++
  let last = 0
  while (last < most - first && from.at(-1 - last) === to.at(-1 - last)) last++
  const [before, after] = [betweenOf(from, first, last), betweenOf(to, first, last)]
  const length = Math.min(before.length, after.length)
  let start = 0
  while (start < length && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let end = 0
  while (
    end < length - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++
  return {
    start: lengthOf(from.slice(0, first)) + start,
    end: lengthOf(from.slice(from.length - last)) + end,
    middle: after.slice(start, after.length - end),
  }
}

function betweenOf(pieces: TextPieces, first: number, last: number): string {
  return joinText(pieces.slice(first, pieces.length - last))
}

function lengthOf(pieces: TextPieces): number {
  return pieces.reduce((length, piece) => length + piece.length, 0)
}
