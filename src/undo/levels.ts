import { sizeOfLevel, type StoredLevel } from './storedLevel'

/** A few levels, and how many bytes each of them holds: what is forgotten is not looked at again. */
interface Stretch {
  readonly levels: readonly StoredLevel[]
  readonly sizes: readonly number[]
}

/**
 * Levels, oldest first, in stretches of a few: one more copies a stretch and the list of stretches, and not a whole
 * history of a thousand. All but the first and the last of them are equally long.
 */
export type Levels = readonly Stretch[]

const fullLength = 32

export const noLevels: Levels = []

export function countLevels(levels: Levels): number {
  const [first, last] = [levels[0], levels.at(-1)]
  if (first === undefined || last === undefined || levels.length === 1) return first?.levels.length ?? 0
  return first.levels.length + (levels.length - 2) * fullLength + last.levels.length
}

/** The level at a place, counted from 0; undefined where there is none. */
export function levelAt(levels: Levels, place: number): StoredLevel | undefined {
  const beyond = placeBeyondFirst(levels, place)
  return stretchWith(levels, beyond)?.levels[beyond < 0 ? place : beyond % fullLength]
}

/** How many bytes the level at a place holds. */
export function sizeAt(levels: Levels, place: number): number {
  const beyond = placeBeyondFirst(levels, place)
  return stretchWith(levels, beyond)?.sizes[beyond < 0 ? place : beyond % fullLength] ?? 0
}

function placeBeyondFirst(levels: Levels, place: number): number {
  return place - (levels[0]?.levels.length ?? 0)
}

function stretchWith(levels: Levels, beyond: number): Stretch | undefined {
  return levels[beyond < 0 ? 0 : 1 + Math.floor(beyond / fullLength)]
}

/** All of them in one list. */
export function flatLevels(levels: Levels): readonly StoredLevel[] {
  return levels.flatMap((stretch) => stretch.levels)
}

export function inStretches(flat: readonly StoredLevel[]): Levels {
  const levels: Stretch[] = []
  for (let at = 0; at < flat.length; at += fullLength) {
    const some = flat.slice(at, at + fullLength)
    levels.push({ levels: some, sizes: some.map(sizeOfLevel) })
  }
  return levels
}

/** How many bytes all of them hold, about. */
export function bytesOf(levels: Levels): number {
  return levels.reduce((all, { sizes }) => sizes.reduce((sum, size) => sum + size, all), 0)
}

/** The levels with one more at their end, and without so many of the oldest. */
export function withLevel(levels: Levels, level: StoredLevel, size: number, forgotten = 0): Levels {
  let [whole, left] = [0, forgotten]
  while (whole < levels.length && left >= (levels[whole] as Stretch).levels.length)
    left -= (levels[whole++] as Stretch).levels.length
  const next = levels.slice(whole)
  if (left > 0 && next[0]) next[0] = sliced(next[0], left)
  const last = next.at(-1)
  if (last && last.levels.length < fullLength)
    next[next.length - 1] = { levels: last.levels.concat([level]), sizes: last.sizes.concat(size) }
  else next.push({ levels: [level], sizes: [size] })
  return next
}

/** The oldest levels alone. */
export function firstLevels(levels: Levels, count: number): Levels {
  const kept: Stretch[] = []
  let left = count
  for (const stretch of levels) {
    if (left <= 0) break
    kept.push(left < stretch.levels.length ? sliced(stretch, 0, left) : stretch)
    left -= stretch.levels.length
  }
  return kept
}

function sliced({ levels, sizes }: Stretch, start: number, end?: number): Stretch {
  return { levels: levels.slice(start, end), sizes: sizes.slice(start, end) }
}
