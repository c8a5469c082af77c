const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

const times = new Intl.DateTimeFormat('en-GB', time)

/** A day: "8 Apr 2024". Empty for what is no date. */
export function shortDate(date: string | Date): string {
  return written(date, day)
}

/** A day with its time: "8 Apr 2024, 08:30". Empty for what is no date. */
export function longDate(date: string | Date): string {
  return written(date, { ...day, ...time })
}

/** A time of a day: "08:30". */
export function timeOfDay(date: Date): string {
  return times.format(date)
}

/** A moment by the clock of this device; a date without a zone, as the site writes it, just as it is written. */
function written(date: string | Date, parts: Intl.DateTimeFormatOptions): string {
  const isOfSite = typeof date === 'string' && !/(?:Z|T.*[+-]\d\d:?\d\d)$/.test(date)
  const moment = new Date(isOfSite && date.includes('T') ? `${date}Z` : date)
  if (Number.isNaN(moment.getTime())) return ''
  return new Intl.DateTimeFormat('en-GB', isOfSite ? { ...parts, timeZone: 'UTC' } : parts).format(moment)
}
