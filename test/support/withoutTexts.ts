/**
 * The same answers of a WordPress without the texts that its themes, plugins and widgets bring along: they are under the GPL,
 * and stories only compare them with themselves.
 */
export function withoutTexts<T>(value: T): T {
  return strip(value) as T
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([name, field]): [string, unknown] => [name, strip(field)])
  const { source, slug, stylesheet, plugin } = value as Record<string, unknown>
  const replaced: Record<string, string> = {
    rendered_form: 'The form of the widget.',
    ...(source === 'theme' && { content: `The theme's ${String(slug)}.`, description: '' }),
    ...(stylesheet !== undefined && { description: 'A theme.', tags: 'themes' }),
    ...(plugin !== undefined && { description: 'A plugin.' }),
  }
  return Object.fromEntries(
    inner.map(([name, field]) => {
      const text = Object.hasOwn(replaced, name) ? replaced[name] : undefined
      return [name, text === undefined ? field : inPlaceOf(field, text)]
    }),
  )
}

/** The text, in the shape of what it stands for. */
function inPlaceOf(field: unknown, text: string): unknown {
  if (typeof field === 'string') return text
  if (typeof field !== 'object' || field === null || Array.isArray(field)) return field
  return Object.fromEntries(
    Object.entries(field).map(([name, part]) => [name, typeof part === 'string' ? text : part]),
  )
}
