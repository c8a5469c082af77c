import { isEqual } from '../../core/isEqual'
import { isPlain, isRecord, own, setField, type RecordData } from '../../core/plain'

/** A value three times: before, and what each side made of it. */
export interface Sides {
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

/** A merged value, or values that only somebody can choose from, by their path within it. */
interface Merge {
  /** The merged value; of what is in conflict, mine. */
  readonly value: unknown
  readonly conflicts: readonly (Sides & { readonly path: readonly string[] })[]
}

/** A value that is taken or left as a whole. */
export function mergeScalars({ base, mine, theirs }: Sides): Merge {
  if (isEqual(theirs, base) || isEqual(mine, theirs)) return { value: mine, conflicts: [] }
  if (isEqual(mine, base)) return { value: theirs, conflicts: [] }
  return { value: mine, conflicts: [{ path: [], base, mine, theirs }] }
}

/** Ids or names whose order means nothing: theirs, with those that I added and without those that I took away. */
export function mergeSets({
  base,
  mine,
  theirs,
}: { readonly [Side in keyof Sides]: readonly unknown[] }): Merge {
  const [before, now] = [new Set(base), new Set(mine)]
  const kept = theirs.filter((member) => now.has(member) || !before.has(member))
  const added = mine.filter((member) => !before.has(member) && !kept.includes(member))
  const value = [...kept, ...added]
  return { value: isSameSet(value, mine) ? mine : value, conflicts: [] }
}

/** Whether two lists have the same members, in whatever order. */
export function isSameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((member) => other.includes(member))
}

/** Objects path by path, down to scalars and arrays, which are taken as a whole. */
export function mergeObjects(sides: Sides): Merge {
  const { base, mine, theirs } = sides
  const isDeep = isFields(mine) && isFields(theirs) && (base === undefined || isFields(base))
  if (!isDeep || isEqual(mine, theirs)) return mergeScalars(sides)
  const merged: RecordData = {}
  const conflicts: Merge['conflicts'][number][] = []
  const before = base
  for (const field of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const each = { base: own(before, field), mine: own(mine, field), theirs: own(theirs, field) }
    const inner = mergeObjects(each)
    if (inner.value !== undefined) setField(merged, field, inner.value)
    for (const conflict of inner.conflicts) conflicts.push({ ...conflict, path: [field, ...conflict.path] })
  }
  return { value: merged, conflicts }
}

function isFields(value: unknown): value is RecordData {
  return isRecord(value) && isPlain(value)
}
