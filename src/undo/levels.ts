import type { StoredLevel } from './storedLevel'

/**
 * Levels, oldest first, in stretches of a few: one more copies a stretch and the list of stretches, and not a whole
 * history of a thousand. What keeps a history elsewhere writes the stretches that are other objects. All but the first
 * and the last of them are equally long.
 */
export type Levels = readonly (readonly StoredLevel[])[]

const fullLength = 32

export const noLevels: Levels = []

export function countLevels(levels: Levels): number {
  const [first, last] = [levels[0], levels.at(-1)]
  if (first === undefined || last === undefined || levels.length === 1) return first?.length ?? 0
  return first.length + (levels.length - 2) * fullLength + last.length
}

/** The level at a place, counted from 0; undefined where there is none. */
export function levelAt(levels: Levels, place: number): StoredLevel | undefined {
  const beyond = place - (levels[0]?.length ?? 0)
  if (beyond < 0) return levels[0]?.[place]
  return levels[1 + Math.floor(beyond / fullLength)]?.[beyond % fullLength]
}

/** All of them in one list. */
export function flatLevels(levels: Levels): readonly StoredLevel[] {
  return levels.flat()
}

export function inStretches(flat: readonly StoredLevel[]): Levels {
  const levels: StoredLevel[][] = []
  for (let at = 0; at < flat.length; at += fullLength) levels.push(flat.slice(at, at + fullLength))
  return levels
}

export function withLevel(levels: Levels, level: StoredLevel): Levels {
  const last = levels.at(-1)
  if (last === undefined || last.length >= fullLength) return [...levels, [level]]
  const next = levels.slice()
  next[next.length - 1] = [...last, level]
  return next
}

/** The levels without the oldest of them. */
export function withoutFirst(levels: Levels, count: number): Levels {
  let [whole, left] = [0, count]
  while (whole < levels.length && left >= (levels[whole] as readonly StoredLevel[]).length)
    left -= (levels[whole++] as readonly StoredLevel[]).length
  if (whole === 0 && left === 0) return levels
  const kept = levels.slice(whole)
  if (left > 0 && kept[0]) kept[0] = kept[0].slice(left)
  return kept
}

/** The oldest levels alone. */
export function firstLevels(levels: Levels, count: number): Levels {
  const kept: (readonly StoredLevel[])[] = []
  let left = count
  for (const stretch of levels) {
    if (left <= 0) break
    kept.push(left < stretch.length ? stretch.slice(0, left) : stretch)
    left -= stretch.length
  }
  return kept
}
