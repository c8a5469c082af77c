/** What a field holds: words that can be put together, as those of a text and tags can, or one value taken as a whole. */
export type Value = string | readonly string[]

/** The fields of a record of the model. `slug` is written anew by the server. */
export type Path = 'text' | 'tags' | 'title' | 'note' | 'slug' | 'status'
export type Fields = { [P in Path]: Value }

/** One change of one field: what its author saw, and what it became. */
export interface Cell {
  base: Value
  value: Value
}
export type Cells = { [P in Path]?: Cell }

export const fresh: Readonly<Fields> = {
  text: [],
  tags: [],
  title: '',
  note: '',
  slug: '',
  status: 'publish',
}

export function holdsWords(path: Path): boolean {
  return path === 'text' || path === 'tags'
}

export function isSame(one: Value, other: Value): boolean {
  return String(one) === String(other)
}

/** What the server makes of what it is sent. */
export function madeOf(path: Path, value: Value): Value {
  return path === 'slug' ? String(value).toLowerCase() : value
}

export function words(value: Value): readonly string[] {
  return value as readonly string[]
}

export function withoutWords(value: Value, gone: readonly string[]): readonly string[] {
  return words(value).filter((word) => !gone.includes(word))
}

export function withWords(value: Value, more: readonly string[]): readonly string[] {
  return [...new Set([...words(value), ...more])].sort()
}

/** Words with those that a change has added, without those that it took away. */
export function patched(now: Value, { base, value }: Cell): readonly string[] {
  return withWords(withoutWords(now, withoutWords(base, words(value))), withoutWords(value, words(base)))
}

/** Whether nothing is left of a change over what the server has. */
export function isThere(path: Path, cell: Cell, now: Value): boolean {
  return holdsWords(path) ? isSame(patched(now, cell), now) : isSame(madeOf(path, cell.value), now)
}
