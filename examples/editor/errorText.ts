/** What an error says: the server's own message where it sent one that people can do something with. */
export function errorText(error: unknown): string {
  if (isSignedOut(error)) {
    return 'You are signed out, perhaps in another tab. Sign in there again, then try again here.'
  }
  if (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
  ) {
    return error.message
  }
  return String(error)
}

/** Whether an error says that something is not there, so that another try is no use. */
export function isMissing(error: unknown): boolean {
  return fieldOf(error, 'status') === 404
}

/** Whether the server no longer knows whom the page speaks for. */
export function isSignedOut(error: unknown): boolean {
  return fieldOf(error, 'code') === 'rest_cookie_invalid_nonce'
}

function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}
