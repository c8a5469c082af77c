/** A request that the site refuses, as WordPress words it; thrown by permission checks and by routes. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  /** HTTP status of the answer. */
  readonly status: number
  /** The server's code, `rest_forbidden` for example. */
  readonly code: string
  /** What stands in `data` besides the status. */
  readonly details: object

  constructor(status: number, code: string, message: string, details: object = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }

  /** The answer's body. */
  body(): { code: string; message: string; data: object } {
    return { code: this.code, message: this.message, data: { status: this.status, ...this.details } }
  }
}

/** The refusal of somebody who may not: 401 for a visitor, 403 for a user. */
export function forbidden(user: object | null, code: string, message: string): Refusal {
  return new Refusal(user ? 403 : 401, code, message)
}
