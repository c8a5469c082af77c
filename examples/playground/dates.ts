const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A day: "8 Apr 2024". Empty for what is no date. */
export function shortDate(date: string | Date): string {
  const time = new Date(date)
  return Number.isNaN(time.getTime()) ? '' : days.format(time)
}

/** A day with its time: "8 Apr 2024, 08:30". Empty for what is no date. */
export function longDate(date: string | Date): string {
  const time = new Date(date)
  return Number.isNaN(time.getTime()) ? '' : moments.format(time)
}

/** A time of a day: "08:30". */
export function timeOfDay(date: Date): string {
  return times.format(date)
}
