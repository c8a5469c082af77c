import { errorText as sentenceOf } from 'copydesk'

/** What an error says: the server's own message where it sent one, else a sentence for people. */
export function errorText(error: unknown): string {
  if (fieldOf(error, 'code') === invalidNonce) {
    return 'You are signed out, perhaps in another tab. Sign in again there, then try again here: nothing is lost.'
  }
  const code = fieldOf(error, 'code')
  if (code === 'offline_error' && !navigator.onLine) return 'You are offline.'
  if (code === 'invalid_json') {
    return `The site answered with a page instead of data (status ${String(fieldOf(error, 'status'))}), as it does when a plugin fails.`
  }
  const message = fieldOf(error, 'message')
  // Where nobody has said anything, a page that is built has the code, and a link for developers.
  const isSaid = typeof message === 'string' && !/: see docs\/reference\/errors\.md#/.test(message)
  const text = isSaid ? message : sentenceOf(error)
  return isSignedOut(error)
    ? `The site takes you for a visitor: you are signed out, or it does not take the application password any more. It says: ${text}`
    : text
}

/** What kind of error it is, such as `save_conflict`; undefined where it does not say. */
export function errorCode(error: unknown): unknown {
  return fieldOf(error, 'code')
}

/** Whether an error says that something is not there, so that another try is no use. */
export function isMissing(error: unknown): boolean {
  return fieldOf(error, 'status') === 404 && fieldOf(error, 'code') !== 'rest_no_route'
}

/** Whether the user is known, but may not. */
export function isForbidden(error: unknown): boolean {
  return fieldOf(error, 'status') === 403 && !isSignedOut(error)
}

/** Whether a deletion failed because somebody else was quicker: it is gone, or in the trash. */
export function isDeleted(error: unknown): boolean {
  return isMissing(error) || fieldOf(error, 'status') === 410
}

/** Whether the server no longer knows whom the page speaks for: who is known and may not gets a 403. */
export function isSignedOut(error: unknown): boolean {
  return fieldOf(error, 'status') === 401 || fieldOf(error, 'code') === invalidNonce
}

const invalidNonce = 'rest_cookie_invalid_nonce'

function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}
