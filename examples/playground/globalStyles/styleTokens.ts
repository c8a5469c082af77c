/** Nested plain data, as in theme.json. */
export type Tree = Readonly<Record<string, unknown>>

/** One of the values that a theme offers by name. */
export interface Preset {
  slug: string
  name: string
  /** What the browser understands. */
  value: string
}

/** The value at a path; undefined where there is none. */
export function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? (part as Tree)[name] : undefined),
    tree,
  )
}

/** The tree with another value at a path; undefined takes it out, with what is empty then. The rest stays the same. */
export function withValueAt(tree: unknown, [name, ...rest]: readonly string[], value: unknown): Tree {
  const before = typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? (tree as Tree) : {}
  if (name === undefined) return before
  const next = rest.length === 0 ? value : withValueAt(before[name], rest, value)
  const isEmpty =
    next === undefined || (typeof next === 'object' && next !== null && Object.keys(next).length === 0)
  const { [name]: removed, ...others } = before
  return isEmpty ? others : { ...others, [name]: next }
}

/** What a theme offers in one of its lists, the theme's own before WordPress's. */
export function presetsOf(settings: unknown, path: readonly string[], field: string): readonly Preset[] {
  const found = valueAt(settings, path)
  const lists = Array.isArray(found) ? [found] : [valueAt(found, ['theme']), valueAt(found, ['default'])]
  const list = lists.find((one): one is unknown[] => Array.isArray(one) && one.length > 0) ?? []
  return list.flatMap((one) => {
    const slug = valueAt(one, ['slug'])
    const name = valueAt(one, ['name'])
    const value = valueAt(one, [field])
    return typeof slug === 'string' && typeof value === 'string'
      ? { slug, name: String(name ?? slug), value }
      : []
  })
}

/** How theme.json names a preset: `var:preset|color|base`. */
export function presetName(group: string, slug: string): string {
  return `var:preset|${group}|${slug}`
}

/** What the browser understands of a value that may name a preset, in either of the two ways. */
export function resolved(value: unknown, group: string, presets: readonly Preset[]): string | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : undefined
  const slug =
    /^var:preset\|[\w-]+\|([\w-]+)$/.exec(value) ??
    new RegExp(`^var\\(--wp--preset--${group}--([\\w-]+)\\)$`).exec(value)
  return slug ? presets.find((preset) => preset.slug === slug[1])?.value : value
}
