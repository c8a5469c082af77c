/** A request that the site refuses, as WordPress words it; thrown by permission checks and by routes. */
export class WpError extends Error {
  override readonly name: string = 'WpError'
  /** HTTP status of the answer. */
  readonly status: number
  /** The server's code, `rest_forbidden` for example. */
  readonly code: string
  /** What `data` has besides the status. */
  readonly details: object
  /** What the answer's body has besides, or in the place of, `code`, `message` and `data`. */
  readonly more: object

  constructor(status: number, code: string, message: string, details: object = {}, more: object = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.more = more
  }

  /** The answer's body. */
  body(): object {
    const { code, message, status, details, more } = this
    return { code, message, data: { status, ...details }, ...more }
  }
}

/** What was looked for; refuses what is not there. */
export function found<Value>(value: Value | undefined, code: string, message: string): Value {
  if (value === undefined) throw new WpError(404, code, message)
  return value
}

/** The refusal of somebody who may not: 401 for a visitor, 403 for a user. */
export function forbidden(user: object | null, code: string, message: string): WpError {
  return new WpError(user ? 403 : 401, code, message)
}

/** The refusal of somebody who is not allowed to do something. */
export function notAllowed(user: object | null, code: string, what: string): WpError {
  return forbidden(user, code, `Sorry, you are not allowed to ${what}.`)
}
