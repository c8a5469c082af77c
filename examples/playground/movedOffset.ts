import { diffChars } from 'diff'

/** Where a place in a text is after others have changed the text: behind the same words. */
export function movedOffset(before: string, after: string, offset: number): number {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  // What is written just where the place is stands behind it.
  if (offset <= start) return offset
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  if (offset >= before.length - end) return offset + after.length - before.length
  let [place, moved] = [start, start]
  for (const { value, added, removed } of diffChars(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  )) {
    if (!added && place + value.length >= offset) return removed ? moved : moved + offset - place
    if (!added) place += value.length
    if (!removed) moved += value.length
  }
  return moved
}
