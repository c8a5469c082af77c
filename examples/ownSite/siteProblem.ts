/**
 * Text of a site as a terminal may show it: without control characters, which move the cursor, change the title or write
 * to the clipboard, and without those that turn the direction of reading.
 */
export function forTerminal(text: string): string {
  return text
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Why a person's own site can not be opened, in words for the terminal. Never holds a password. */
export class SiteProblem extends Error {
  override readonly name = 'SiteProblem'

  constructor(message: string, options?: ErrorOptions) {
    super(forTerminal(message), options)
  }
}

/** What a failed connection was about: `fetch` itself says only that it failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it took too long'
  const { cause } = error
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0])
  return cause instanceof Error ? cause.message : error.message
}
