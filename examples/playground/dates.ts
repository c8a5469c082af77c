const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

const times = new Intl.DateTimeFormat('en-GB', time)
const distances = new Intl.RelativeTimeFormat('en-GB')
/** In seconds. */
const units = [
  ['year', 31_536_000],
  ['month', 2_628_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
const days = bothOf(day)
const moments = bothOf({ ...day, ...time })

/** A day: "8 Apr 2024". Empty for what is no date. */
export function shortDate(date: string | Date): string {
  return written(date, days)
}

/** A day with its time: "8 Apr 2024, 08:30". Empty for what is no date. */
export function longDate(date: string | Date): string {
  return written(date, moments)
}

/** A time of a day: "08:30". */
export function timeOfDay(date: Date): string {
  return times.format(date)
}

/** How long ago a moment was: "3 hours ago". */
export function timeAgo(moment: Date): string {
  const seconds = (Date.now() - moment.getTime()) / 1000
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? []
  return unit ? distances.format(-Math.floor(seconds / size), unit) : 'just now'
}

interface Formats {
  readonly ofDevice: Intl.DateTimeFormat
  readonly ofSite: Intl.DateTimeFormat
}

/** Made once: to make a format takes a hundred times as long as to use it, and each row of a list has a date. */
function bothOf(parts: Intl.DateTimeFormatOptions): Formats {
  return {
    ofDevice: new Intl.DateTimeFormat('en-GB', parts),
    ofSite: new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }),
  }
}

/** A moment by the clock of this device; a date without a zone, as the site writes it, just as it is written. */
function written(date: string | Date, { ofDevice, ofSite }: Formats): string {
  const isOfSite = typeof date === 'string' && !/(?:Z|T.*[+-]\d\d:?\d\d)$/.test(date)
  const moment = new Date(isOfSite && date.includes('T') ? `${date}Z` : date)
  if (Number.isNaN(moment.getTime())) return ''
  return (isOfSite ? ofSite : ofDevice).format(moment)
}
