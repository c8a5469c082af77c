import type { SiteState, UserRow } from '../site/siteState'
import { dispatch } from './dispatcher'
import type { MockAnswer, MockRequest } from './message'
import type { Route } from './route'

/**
 * Answers a request as a server with preconditions does: a single record comes with its `ETag`, and a write with an
 * `If-Match` that is not of the record as it is now is refused with 412.
 */
export function dispatchWithPreconditions(
  routes: readonly Route[],
  site: SiteState,
  user: UserRow | null,
  request: MockRequest,
): MockAnswer {
  const { method, path, headers = {} } = request
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const wanted = headers['if-match']
  const before = isWrite && wanted !== undefined ? tagOf(routes, site, path) : undefined
  if (before !== undefined && wanted !== '*' && !wanted?.split(/\s*,\s*/).includes(before)) {
    const message = 'The record has changed since it was read. Read it again, and send the tag of then.'
    const data = { code: 'rest_precondition_failed', message, data: { status: 412 } }
    return { status: 412, headers: { ETag: before }, data }
  }
  const answer = dispatch(routes, site, user, request)
  const place = answer.headers.Location?.split('/wp-json')[1] ?? path
  const tag = answer.status < 300 ? tagOf(routes, site, place) : undefined
  if (tag !== undefined) answer.headers.ETag = tag
  return answer
}

/** The tag of a single record as it is now, the same for everybody; undefined for lists and where nothing is. */
function tagOf(routes: readonly Route[], site: SiteState, path: string): string | undefined {
  if (!/^\/wp\/v2\/[\w-]+\/\d+$/.test(path)) return undefined
  const everything = [...site.users.values()].find(({ roles }) => roles.includes('administrator')) ?? null
  const query = { context: everything ? 'edit' : 'view' }
  const { status, data } = dispatch(routes, site, everything, { method: 'GET', path, query, body: {} })
  if (status !== 200) return undefined
  const { _links: _, ...record } = data as Record<string, unknown>
  return `"${hash(JSON.stringify(record))}"`
}

function hash(text: string): string {
  let sum = 0x811c9dc5
  for (let place = 0; place < text.length; place++) sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193)
  return (sum >>> 0).toString(16).padStart(8, '0')
}
