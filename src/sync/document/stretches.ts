import type * as Yjs from 'yjs'

/** Of whom, from which count on, and how much. */
export type Stretch = readonly [hand: number, clock: number, length: number]

/** What of a value is stretches: anybody may have written anything there. */
export function stretchesIn(value: unknown): readonly Stretch[] {
  const isStretch = (one: unknown): one is Stretch =>
    Array.isArray(one) && one.length === 3 && one.every((count) => Number.isSafeInteger(count) && count >= 0)
  return Array.isArray(value) ? value.filter(isStretch) : []
}

export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, [, , length]) => sum + length, 0)
}

/** The character at a place among stretches; undefined outside of them. */
export function idAt(stretches: readonly Stretch[], place: number): Yjs.ID | undefined {
  let before = 0
  for (const [client, clock, length] of stretches) {
    if (before <= place && place < before + length) return { client, clock: clock + place - before }
    before += length
  }
  return undefined
}

/** Characters as stretches. */
export function stretchesOf(ids: readonly Yjs.ID[]): readonly Stretch[] {
  const stretches: [hand: number, clock: number, length: number][] = []
  for (const { client, clock } of ids) {
    const last = stretches.at(-1)
    if (last?.[0] === client && last[1] + last[2] === clock) last[2]++
    else stretches.push([client, clock, 1])
  }
  return stretches
}

/** Where among stretches a character is. */
export function placeIn(stretches: readonly Stretch[], { client, clock }: Yjs.ID): number | undefined {
  let before = 0
  for (const [hand, begin, length] of stretches) {
    if (hand === client && begin <= clock && clock < begin + length) return before + clock - begin
    before += length
  }
  return undefined
}
