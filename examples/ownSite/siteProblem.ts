/** Why a person's own site can not be opened, in words for the terminal. Never holds a password. */
export class SiteProblem extends Error {
  override readonly name = 'SiteProblem'
}

/** What a failed connection was about: `fetch` itself says only that it failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it took too long'
  const { cause } = error
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0])
  return cause instanceof Error ? cause.message : error.message
}
