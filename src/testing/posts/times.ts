const notation = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d(?::\d\d)?)?$/

/** A time as the site writes it, whose zone is UTC; undefined for what WordPress does not take for one. */
export function timeOf(text: string): string | undefined {
  const [, day = '', time = '', zone = 'Z'] = notation.exec(text) ?? []
  const parsed = Date.parse(`${day}T${time}${zone.length === 3 ? `${zone}:00` : zone}`)
  return Number.isNaN(parsed) ? undefined : new Date(parsed).toISOString().slice(0, 19)
}
