import type { SiteState, UserRow } from '../site/siteState'
import type { MockAnswer, MockRequest } from './message'
import type { Args } from './params'

/** What permission checks and routes get to see. */
export interface Call {
  site: SiteState
  /** Who asks; null for a visitor. */
  user: UserRow | null
  request: MockRequest
  /** Query, body and path as one: the body wins over the query, both win over the path. */
  params: Record<string, unknown>
  /** The parameters that the endpoint knows; others may be among `params` as they were sent. */
  args: Args
  /** The methods that the user may send to an address, where the site hints them in records. */
  hint?: ((href: string) => string[]) | undefined
  /** Answers another request as the same user. */
  ask: (request: MockRequest) => MockAnswer
  /** Headers of the answer; what runs adds to them. */
  headers: Record<string, string>
}

/** One method of a route. */
export interface Endpoint {
  args?: Args
  /** Throws a refusal where the user may not. Tried again for the answer's `Allow`. */
  permit?: (call: Call) => void
  /** The answer's body, or a whole answer. */
  run: (call: Call) => unknown
}

/** What the site knows at one path. */
export interface Route {
  /** The path, with `:id` for digits, `:name` for any text without a slash, `:name+` for any text. */
  path: string
  GET?: Endpoint
  POST?: Endpoint
  /** Answers POST, PUT and PATCH. */
  update?: Endpoint
  DELETE?: Endpoint
  /** The JSON schema of its records, for OPTIONS. */
  schema?: (site: SiteState) => object
  /** Whether a batch may write to it. Default false. */
  batch?: boolean
  /** Fields that are given whole or not at all: nothing comes where `_fields` asks for a part of one. Default none. */
  whole?: readonly string[]
}

/** A body with a status of its own. */
export class Reply {
  constructor(
    readonly status: number,
    readonly data: unknown,
  ) {}
}
