/** `1 post`, `3 posts`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Titles as readers see them, and names of terms, are HTML: `Trains &amp; Trams`. */
export function fromHtml(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}

/** A moment for people, in their own time zone; WordPress writes UTC without its Z. */
export function showDate(gmt: string | null | undefined): string {
  const moment = momentOf(gmt)
  return moment ? moment.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : ''
}

/** The same for an `<input type="datetime-local">`. */
export function toInput(gmt: string | null | undefined): string {
  const moment = momentOf(gmt)
  if (!moment) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** And back: the moment that somebody has chosen, in UTC, as WordPress takes it. */
export function fromInput(local: string): string {
  return new Date(local).toISOString().slice(0, 19)
}

/** Whether a moment lies in the future. */
export const isAhead = (gmt: string | null | undefined) => Number(momentOf(gmt)) > Date.now()

function momentOf(gmt: string | null | undefined): Date | undefined {
  return gmt ? new Date(/Z$/.test(gmt) ? gmt : `${gmt}Z`) : undefined
}
