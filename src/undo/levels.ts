import { sizeOfLevel, type StoredLevel } from './storedLevel'

/** A few levels, each with how many bytes it holds behind it: what is forgotten is not looked at again. */
type Stretch = readonly (StoredLevel | number)[]

/**
 * Levels, oldest first, in stretches of a few: one more copies a stretch and the list of stretches, and not a whole
 * history of a thousand. All but the first and the last of them are equally long.
 */
export type Levels = readonly Stretch[]

/** How many levels a stretch has, and how long it is. */
const fullCount = 32
const fullLength = 2 * fullCount

export const noLevels: Levels = []

export function countLevels(levels: Levels): number {
  const [first, last] = [levels[0], levels.at(-1)]
  if (first === undefined || last === undefined || levels.length === 1) return countIn(first)
  return countIn(first) + (levels.length - 2) * fullCount + countIn(last)
}

function countIn(stretch: Stretch = []): number {
  return stretch.length / 2
}

/** The level at a place, counted from 0; undefined where there is none. */
export function levelAt(levels: Levels, place: number): StoredLevel | undefined {
  return itemAt(levels, place, 0) as StoredLevel | undefined
}

/** How many bytes the level at a place holds. */
export function sizeAt(levels: Levels, place: number): number {
  return (itemAt(levels, place, 1) as number | undefined) ?? 0
}

function itemAt(levels: Levels, place: number, at: 0 | 1): StoredLevel | number | undefined {
  const beyond = place - countIn(levels[0])
  if (beyond < 0) return levels[0]?.[2 * place + at]
  return levels[1 + Math.floor(beyond / fullCount)]?.[2 * (beyond % fullCount) + at]
}

/** All of them in one list. */
export function flatLevels(levels: Levels): readonly StoredLevel[] {
  return levels.flatMap((stretch) => stretch.filter((item) => typeof item !== 'number'))
}

export function inStretches(flat: readonly StoredLevel[]): Levels {
  const levels: Stretch[] = []
  for (let at = 0; at < flat.length; at += fullCount)
    levels.push(flat.slice(at, at + fullCount).flatMap((level) => [level, sizeOfLevel(level)]))
  return levels
}

/** How many bytes all of them hold, about. */
export function bytesOf(levels: Levels): number {
  return levels.flat().reduce<number>((sum, item) => sum + (typeof item === 'number' ? item : 0), 0)
}

/** The levels with one more at their end, and without so many of the oldest. */
export function withLevel(levels: Levels, level: StoredLevel, size: number, forgotten = 0): Levels {
  let [whole, left] = [0, forgotten]
  while (whole < levels.length && left >= countIn(levels[whole])) left -= countIn(levels[whole++])
  const next = levels.slice(whole)
  if (left > 0 && next[0]) next[0] = next[0].slice(2 * left)
  const last = next.at(-1)
  if (last && last.length < fullLength) next[next.length - 1] = last.concat([level, size])
  else next.push([level, size])
  return next
}

/** The oldest levels alone. */
export function firstLevels(levels: Levels, count: number): Levels {
  const kept: Stretch[] = []
  let left = count
  for (const stretch of levels) {
    if (left <= 0) break
    kept.push(left < countIn(stretch) ? stretch.slice(0, 2 * left) : stretch)
    left -= countIn(stretch)
  }
  return kept
}
