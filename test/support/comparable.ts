import { planContent } from '../../examples/wordpress/content'

const lastPlannedId = Math.max(...planContent(true).posts.map(({ id }) => id))

/**
 * Answers without what may differ from one run to the next: the times and the month of now are `now`, and ids of new things get names in
 * the order in which they come up.
 *
 * @param but - Names of further fields that may differ; `outer.inner` where only those in the field `outer` may.
 * @param made - Ids of new things that may be smaller than those of posts. With them, what WordPress puts behind a slug that
 *   is taken may differ, too.
 * @param now - The time of now in milliseconds.
 */
export function comparable(
  answers: unknown,
  but: readonly string[],
  { made, now = Date.now() }: { made?: ReadonlySet<string>; now?: number } = {},
): unknown {
  const left = new Set(['guid', 'avatar_urls', ...but])
  const names = new Map<string, string>()
  const nameOf = (id: string) => {
    if ((Number(id) <= lastPlannedId || Number(id) > 99_999) && !made?.has(id)) return id
    const known = names.get(id) ?? `new-${names.size + 1}`
    names.set(id, known)
    return known
  }
  const clean = (value: unknown, outer = ''): unknown => {
    if (typeof value === 'number')
      return value > lastPlannedId || made?.has(String(value)) ? nameOf(String(value)) : value
    if (typeof value === 'string') return cleanText(value)
    if (Array.isArray(value)) return value.map((item) => clean(item, outer))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => ![name, `${outer}.${name}`].some((field) => left.has(field)))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, inner]) => [name, clean(inner, name)]),
    )
  }
  // Addresses of posts and files have the month in which they were made, by the clock of the site.
  const months = [-14, 0, 14].map((hours) => monthOf(now + hours * 3_600_000))
  const withoutMonth = (text: string) => months.reduce((left, month) => left.replaceAll(month, 'now/'), text)
  const cleanText = (given: string) => {
    const text = withoutMonth(given)
    const time = Date.parse(text.length === 19 ? `${text}Z` : text)
    if (/^\d{4}-\d\d-\d\dT/.test(text) && Math.abs(time - now) < 3_600_000) return 'now'
    const known = made
      ? text.replace(/(?<=[a-z])-\d{1,2}(?=\/|#|$)/g, '').replace(/(?<=[/=#-])\d{1,3}(?!\d)/g, nameOf)
      : text
    return known.replace(/(?<![\d.:/-]\d*)\d{4,5}(?!\d|\/\d\d\/)|(?<=[/=-])\d{4,5}(?!\d|\/\d\d\/)/g, nameOf)
  }
  return clean(answers)
}

const monthOf = (time: number) => `${new Date(time).toISOString().slice(0, 7).replace('-', '/')}/`
