import {
  createEntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  loadEntityConfigs,
  type PermissionSet,
  type RestError,
  selectCanUser,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { settle } from '../support/fakeServer'
import { longestLaw } from '../support/lawRuns'
import { seeds } from '../support/seeds'

const at = fc.nat(11)

const roles = ['editor', 'author', 'contributor', 'subscriber'] as const
const actions = ['create', 'read', 'update', 'delete'] as const
const statuses = ['publish', 'draft', 'private', 'pending'] as const
const whats: readonly { readonly kind: string; readonly name: string; readonly id?: number }[] = [
  { kind: 'postType', name: 'post', id: 1 },
  { kind: 'postType', name: 'post', id: 2 },
  { kind: 'postType', name: 'post' },
  { kind: 'postType', name: 'page' },
]

const pathOf = ({ name, id }: (typeof whats)[number]) => `/wp/v2/${name}s${id === undefined ? '' : `/${id}`}`

type RightStep =
  | { readonly do: 'ask'; readonly what: number }
  | { readonly do: 'read'; readonly id: number; readonly isPart: boolean }
  | { readonly do: 'list' }
  | { readonly do: 'change'; readonly id: number; readonly status: (typeof statuses)[number] }
  | { readonly do: 'give'; readonly id: number; readonly author: number }
  | { readonly do: 'answer'; readonly at: number }

const id = fc.constantFrom(1, 2)
const rightStep: fc.Arbitrary<RightStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), what: fc.nat(whats.length - 1) }) },
  // A part has no link hints: only the header of its answer says what may be done.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), id, isPart: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'list' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('change' as const), id, status: fc.constantFrom(...statuses) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('give' as const), id, author: fc.constantFrom(1, 2) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), at }) },
)

/** Histories that failed once. */
const examples: [{ role: (typeof roles)[number]; linkHints: boolean }, RightStep[], number[]][] = [
  // Asked after a read was sent that is refused before that is answered: the answer was let go, and buttons stayed meanwhile.
  [
    { role: 'author', linkHints: false },
    [
      { do: 'read', id: 2, isPart: false },
      { do: 'answer', at: 0 },
      { do: 'give', id: 2, author: 1 },
      { do: 'read', id: 2, isPart: false },
      { do: 'ask', what: 1 },
      { do: 'answer', at: 0 },
    ],
    [0, 0],
  ],
]

/** What a site allows that answers with this header. */
function allowedBy(allow: string): PermissionSet {
  const allows = (method: string) => allow.split(', ').includes(method)
  return { create: allows('POST'), read: allows('GET'), update: allows('PUT'), delete: allows('DELETE') }
}

describe.each(seeds(1000, 100))('permissions while rights change, $seeded', ({ parameters }) => {
  it(
    'never say yes where the site says no, once its newest answer has arrived, however late the older ones do',
    { timeout: longestLaw },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.record({ role: fc.constantFrom(...roles), linkHints: fc.boolean() }),
          fc.array(rightStep, { maxLength: 20 }),
          fc.array(at, { minLength: 30, maxLength: 30 }),
          async ({ role, linkHints }, steps, order) => {
            const site = createMockSite({
              users: [
                { username: 'ann', role: 'administrator' },
                { username: 'sam', role },
              ],
              posts: [1, 2].map((one) => ({ id: one, title: 'Tides', author: 'sam', status: 'draft' })),
              currentUser: 'sam',
              linkHints,
            })
            const [ann, sam] = [site.as('ann'), site.as('sam')]
            const held = site.hold(
              ({ user, path }) => user === 'sam' && /p(ost|age)s/.test(path) && !path.includes('probe'),
            )
            /** What the newest question that was answered was told, by path. */
            const newest = new Map<string, { seq: number; told?: PermissionSet }>()
            const allowOf = async (path: string) =>
              allowedBy((await sam({ path: `${path}?probe`, method: 'OPTIONS' })).headers.get('allow') ?? '')
            let seq = 0
            const store = createEntityStore({
              devTools: false,
              async fetcher(request) {
                const [path = ''] = request.path?.split('?') ?? []
                const isList = request.method === undefined && path === '/wp/v2/posts'
                const paths = isList ? [1, 2].map((one) => `${path}/${one}`) : [path]
                const sent = ++seq
                const [told, answer] = await Promise.all([
                  Promise.all(paths.map(allowOf)),
                  sam(request).catch((error: RestError) => {
                    // What was asked before a read that is refused is older than that, which says only that it is asked again.
                    const isNewer = (newest.get(path)?.seq ?? 0) < sent
                    if (error.status === 403 && isNewer) newest.set(path, { seq: sent })
                    throw error
                  }),
                ])
                const isListed = (i: number) =>
                  (answer.data as { id: number }[]).some((row) => row.id === i + 1)
                const isTold = (i: number) => !isList || (linkHints && isListed(i))
                for (const [i, set] of told.entries()) {
                  const about = paths[i] ?? ''
                  const isNewer = (newest.get(about)?.seq ?? 0) < sent
                  if (isNewer && isTold(i)) newest.set(about, { seq: sent, told: set })
                }
                return answer
              },
            })
            const promises: Promise<unknown>[] = []
            // Only those who may change what others wrote may ask for every status.
            const listed = { status: role === 'editor' ? 'any' : 'publish' }
            const keep = (promise: Promise<unknown>) => void promises.push(promise.catch(() => undefined))
            const ask = (what: number) =>
              keep(store.dispatch(fetchPermissions(whats[what] ?? 'none', undefined, { force: true })))
            const write = (one: number, data: object) =>
              ann({ path: `/wp/v2/posts/${one}`, method: 'PUT', data })
            const said = (what: (typeof whats)[number]) =>
              Object.fromEntries(
                actions.map((action) => [action, selectCanUser(store.getState(), action, what)]),
              )

            function check(): void {
              for (const what of whats) {
                const { told } = newest.get(pathOf(what)) ?? {}
                const now = said(what)
                const wrong = actions.filter((action) => told?.[action] === false && now[action] === true)
                expectEqual({ role, what, wrong }, { role, what, wrong: [] })
              }
            }

            await store.dispatch(loadEntityConfigs('postType')).catch(() => undefined)
            for (const step of steps) {
              if (step.do === 'ask') ask(step.what)
              else if (step.do === 'read') {
                const query = step.isPart ? { _fields: 'id,title' } : undefined
                keep(store.dispatch(fetchEntityRecord('postType', 'post', step.id, query, { force: true })))
              } else if (step.do === 'list')
                keep(store.dispatch(fetchEntityRecords('postType', 'post', listed, { force: true })))
              else if (step.do === 'change') await write(step.id, { status: step.status })
              else if (step.do === 'give') await write(step.id, { author: step.author })
              else if (held.waiting.length > 0) held.release(step.at % held.waiting.length)
              await settle()
              check()
            }
            for (const place of order) {
              if (held.waiting.length > 0) held.release(place % held.waiting.length)
              await settle()
              check()
            }
            held.end()
            await Promise.all(promises)
            check()

            // Asked anew, it says what the site says, yes and no.
            whats.forEach((what, i) => ask(i))
            await Promise.all(promises)
            for (const what of whats)
              expectEqual({ role, what, ...said(what) }, { role, what, ...(await allowOf(pathOf(what))) })
          },
        ),
        { ...parameters, examples },
      ),
  )
})
