import { filterFields, isRecord, type RecordData } from '../../core/plain'
import type { DurableSite, SiteState, UserRow } from '../site/siteState'
import { hashOf } from './hash'
import type { MockAnswer, MockRequest } from './message'
import { toList } from './params'
import { targetOf } from './readRequest'
import { type Call, Reply, type Route } from './route'
import { WpError } from './wpError'

/** Asks the site itself, past what this is about. */
type AskPlainly = (request: MockRequest, user: UserRow | null) => MockAnswer

/** How long an answer is kept, in days, as `durable.php` says. */
const days = 35

/** How many answers are kept of one user, as `durable.php` says. */
const answersPerUser = 300

/** What says that a site has `durable.php`: its namespace in the index, and this. */
export const durableRoute: Route = {
  path: '/copydesk-durable/v1/about',
  GET: { run: () => ({ preconditions: true, idempotency_keys: { days } }) },
}

/**
 * Does the work of a request that may be done, as a site with preconditions and keys does: a single record comes with its
 * `ETag`, a write with an `If-Match` that is not of the record as it is now is refused with 412, and a write with a key that
 * was answered before is answered so again.
 */
export function runDurably(
  { hasKeys, answers }: DurableSite,
  call: Call,
  run: () => unknown,
  ask: AskPlainly,
): unknown {
  const { site, user, request } = call
  const { method, path, headers = {} } = request
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const key = isWrite && hasKeys ? headers['idempotency-key'] : undefined
  if (key !== undefined) {
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      const message = 'The Idempotency-Key is no text of 1 to 255 visible characters.'
      throw new WpError(400, 'rest_invalid_idempotency_key', message)
    }
    if (!user) {
      throw new WpError(
        401,
        'rest_idempotency_needs_user',
        'An Idempotency-Key belongs to somebody: sign in.',
      )
    }
    const known = answers.get(`${user.id} ${key}`)
    if (known && Date.now() - known.at > days * 86_400_000) answers.delete(`${user.id} ${key}`)
    else if (known) {
      const kept = keptReply(call)
      if (kept) return kept
      const message = 'This Idempotency-Key was sent with another request.'
      throw new WpError(422, 'rest_idempotency_key_reused', message)
    }
  }
  const own = placeOf(path, user)
  const wanted = isWrite && own ? headers['if-match'] : undefined
  const before = wanted === undefined ? undefined : tagOf(site, own, ask)
  if (before !== undefined && wanted !== '*' && !wanted?.split(/\s*,\s*/).includes(before)) {
    setTag(call, before)
    const message = 'The record has changed since it was read. Read it again, and send the tag of then.'
    throw new WpError(412, 'rest_precondition_failed', message)
  }
  const result = run()
  const { Location: made } = call.headers
  const tag = tagOf(site, made === undefined ? own : targetOf(made), ask)
  if (tag !== undefined) setTag(call, tag)
  if (hasKeys && !isWrite && toList(call.params._fields).includes('copydesk_tag'))
    return withRowTags(result, (id) => tagOf(site, placeOf(`${path}/${id}`, user), ask))
  if (key !== undefined && user) {
    // A copy: what the site changes later is not what was answered.
    const reply = result instanceof Reply ? result : new Reply(200, result)
    const { status, data } = reply
    const isWhole = path.startsWith('/wp/v2/') && !path.includes('/application-passwords')
    answers.set(`${user.id} ${key}`, {
      at: Date.now(),
      print: printOf(request),
      status,
      data: isWhole ? structuredClone(data) : idsOf(data),
      headers: isWhole ? { ...call.headers } : {},
    })
    const own = [...answers.keys()].filter((name) => name.startsWith(`${user.id} `))
    for (const name of own.slice(0, -answersPerUser)) answers.delete(name)
  }
  return result
}

/** A list with the tag of each of its rows; anything else as it is. */
function withRowTags(result: unknown, tagOfRow: (id: unknown) => string | undefined): unknown {
  if (result instanceof Reply) return new Reply(result.status, withRowTags(result.data, tagOfRow))
  if (!Array.isArray(result)) return result
  return result.map((row: RecordData) => {
    const tag = tagOfRow(row.id)
    return tag === undefined ? row : { ...row, copydesk_tag: tag }
  })
}

/** What is kept of an answer that may have secrets in it. */
function idsOf(data: unknown): RecordData {
  return isRecord(data) ? filterFields(data, (field) => field === 'id' || field === 'uuid') : {}
}

/** What a write with a key was answered with before, to the same user; undefined where it was not. */
export function keptReply(call: Call): Reply | undefined {
  const { site, user, request } = call
  const key = request.headers?.['idempotency-key'] ?? ''
  const kept = user ? site.durable?.answers.get(`${user.id} ${key}`) : undefined
  if (kept?.print !== printOf(request)) return undefined
  Object.assign(call.headers, kept.headers, { 'Idempotency-Replayed': 'true' })
  return new Reply(kept.status, kept.data)
}

/** Says a tag twice: web servers that compress an answer make an `ETag` weak, or take it away. */
function setTag({ site, headers }: Call, tag: string): void {
  headers.ETag = tag
  if (site.durable?.hasKeys) headers['Copydesk-Tag'] = tag
}

function printOf({ method, path, query, body, file }: MockRequest): string {
  const asked = Object.entries(query)
    .filter(([name]) => name !== '_locale')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([method, path, asked, body, file?.name, file?.bytes.length])
}

/** The path of the single record that a request is about; undefined for any other. */
function placeOf(path: string, user: UserRow | null): string | undefined {
  if (path === '/wp/v2/users/me') return user ? `/wp/v2/users/${user.id}` : undefined
  const isRecord =
    /^\/wp\/v2\/[\w-]+\/\d+$/.test(path) ||
    /^\/wp\/v2\/(templates|template-parts)\/[^/]+\/\/[^/]+$/.test(path)
  return isRecord || path === '/wp/v2/settings' ? path : undefined
}

/** The tag of a single record as it is now, the same for everybody; undefined for lists and where nothing is. */
function tagOf(site: SiteState, path: string | undefined, ask: AskPlainly): string | undefined {
  if (path === undefined) return undefined
  const everything = [...site.users.values()].find(({ roles }) => roles.includes('administrator')) ?? null
  const query = { context: everything ? 'edit' : 'view' }
  const { status, data } = ask({ method: 'GET', path, query, body: {} }, everything)
  if (status !== 200) return undefined
  // How many records have a term is nobody's edit of it.
  const record = Object.entries(data as object).filter(([field]) => field !== '_links' && field !== 'count')
  return `"${hashOf(JSON.stringify(record))}"`
}
