import { movedOffset } from '../movedOffset'

/**
 * What was typed into a text that others have changed meanwhile, in what they made of it.
 * @param before - The text as it was when the typing began.
 * @param typed - The same with what was typed, in one place.
 * @param now - What others made of `before`.
 */
export function typedInto(before: string, typed: string, now: string): string {
  if (before === now) return typed
  const shorter = Math.min(before.length, typed.length)
  let start = 0
  while (start < shorter && before[start] === typed[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === typed.at(-1 - end)) end++
  const [from, to] = [start, before.length - end].map((place) => movedOffset(before, now, place)) as [
    number,
    number,
  ]
  return now.slice(0, from) + typed.slice(start, typed.length - end) + now.slice(Math.max(from, to))
}
