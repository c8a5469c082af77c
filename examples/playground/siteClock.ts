/** The clock of a site, as the root of its REST interface tells of it. */
export interface SiteClock {
  /** A city, such as `Asia/Tokyo`; empty where only an offset is set. */
  readonly timezone_string: string
  /** Hours before or after UTC; some sites send text. */
  readonly gmt_offset: number | string
}

const minute = 60_000
const day = 24 * 60 * minute

/** A moment as the site writes it: `2026-11-24T08:00:00`. */
export function siteDate(clock: SiteClock, moment: number): string {
  return new Date(moment + offsetAt(clock, moment)).toISOString().slice(0, 19)
}

/** The moment of a date that the site has written, in milliseconds; NaN for what is no date. */
export function momentOf(clock: SiteClock, date: string): number {
  const asUtc = Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(date) ? date : `${date}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  // Where the clock is changed between the two, the second guess is the right one.
  const guess = asUtc - offsetAt(clock, asUtc)
  return asUtc - offsetAt(clock, guess)
}

/** Whether a date lies ahead by the clock of the site. Nothing does while the clock is not known. */
export function isAhead(
  clock: SiteClock | undefined,
  date: string | null | undefined,
  now = Date.now(),
): boolean {
  return clock !== undefined && typeof date === 'string' && momentOf(clock, date) > now
}

/** Whether a date may lie ahead, whatever the zone of the site is: no zone is more than twelve hours behind UTC. */
export function mayBeAhead(date: string | null | undefined, now = Date.now()): boolean {
  return typeof date === 'string' && Date.parse(`${date.slice(0, 19)}Z`) + day / 2 > now
}

/** Eight o'clock of the day after, as the site writes it. */
export function tomorrowMorning(clock: SiteClock, now = Date.now()): string {
  const today = Date.parse(`${siteDate(clock, now).slice(0, 10)}T00:00:00Z`)
  return `${new Date(today + day).toISOString().slice(0, 10)}T08:00:00`
}

/** How many milliseconds the clock of the site is before UTC at a moment. */
function offsetAt({ timezone_string, gmt_offset }: SiteClock, moment: number): number {
  const format = timezone_string && formatIn(timezone_string)
  if (!format) return (Number(gmt_offset) || 0) * 60 * minute
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day: date, hour, minute: minutes, second } = parts
  return Date.UTC(year, month - 1, date, hour, minutes, second) - Math.floor(moment / 1000) * 1000
}

/** How a zone writes a moment; undefined for a zone that this browser does not know. */
function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  const digits = 'numeric'
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: digits, month: digits, day: digits, hour: digits, minute: digits, second: digits },
    })
  } catch {
    return undefined
  }
}
