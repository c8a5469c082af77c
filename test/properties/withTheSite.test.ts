import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deleteEntityRecord } from '../../src/deleting/deleteEntityRecord'
import { loadEntityConfigs } from '../../src/config/loadEntityConfigs'
import { fetchEntityRecord } from '../../src/entities/fetchEntityRecord'
import { fetchPermissions } from '../../src/permissions/fetchPermissions'
import { selectCanUser } from '../../src/permissions/selectors'
import { fetchEntityRecords } from '../../src/queries/fetchEntityRecords'
import {
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
} from '../../src/queries/selectors'
import { saveEntityRecord } from '../../src/saving/saveEntityRecord'
import { createEntityStore } from '../../src/store/createEntityStore'
import { parseAllow, type PermissionSet } from '../../src/rest/allow'
import { createMockSite } from '../../src/testing/createMockSite'
import { settle } from '../support/fakeServer'
import { seeds } from '../support/seeds'

const minute = 60_000
const size = 3
const pages = [1, 2, 3, 4]
const listOf = (page: number) => ({ per_page: size, page, orderby: 'id', order: 'desc' }) as const

type ListStep =
  | { readonly do: 'create' | 'createElsewhere' }
  | { readonly do: 'remove' | 'removeElsewhere' | 'answer'; readonly at: number }
  | { readonly do: 'read'; readonly page: number }

const at = fc.nat(11)
const listStep: fc.Arbitrary<ListStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), page: fc.constantFrom(...pages) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'removeElsewhere' as const), at }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('create' as const, 'createElsewhere' as const) }),
  },
)

describe.each(seeds(1000, 250))('a list while others create, delete and page, $seeded', ({ parameters }) => {
  it(
    'never shows a wrong row or one twice, and agrees with the site after quiet, totals too',
    { timeout: 3 * minute },
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(listStep, { maxLength: 25 }), async (steps) => {
          const site = createMockSite({
            users: ['ann', 'bob'].map((username) => ({ username, role: 'administrator' as const })),
            posts: Array.from({ length: 7 }, (none, i) => ({ id: i + 1, title: `Post ${i + 1}` })),
          })
          const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
          const bob = site.as('bob')
          // Reads by bob are the test's own, and are not held.
          const held = site.hold(({ user, method, path }) => {
            return user === 'ann' && method === 'GET' && path.startsWith('/wp/v2/posts?')
          })
          const there = new Set([1, 2, 3, 4, 5, 6, 7])
          const ever = new Set(there)
          const deletedHere = new Set<number>()
          const asked = new Set<number>()
          const promises: Promise<unknown>[] = []
          const idsOn = (page: number) =>
            selectEntityRecords(store.getState(), 'postType', 'post', listOf(page))?.map(({ id }) => id)

          function check(): void {
            for (const page of asked) {
              const shown = idsOn(page) ?? []
              expect(new Set(shown).size, `rows of page ${page}: ${shown.join()}`).toBe(shown.length)
              expect(shown.length).toBeLessThanOrEqual(size)
              expect(shown).toEqual([...shown].sort((one, other) => Number(other) - Number(one)))
              expect(shown.filter((id) => !ever.has(Number(id)))).toEqual([])
              expect(shown.filter((id) => deletedHere.has(Number(id)))).toEqual([])
            }
          }
          const enter = (id: number) => void (there.add(id), ever.add(id))

          for (const step of steps) {
            const [chosen] = 'at' in step ? [...there].slice(step.at % Math.max(there.size, 1)) : []
            if (step.do === 'read') {
              asked.add(step.page)
              const read = fetchEntityRecords('postType', 'post', listOf(step.page), { force: true })
              promises.push(store.dispatch(read).catch(() => undefined))
            } else if (step.do === 'answer') {
              if (held.waiting.length > 0) held.release(step.at % held.waiting.length)
            } else if (step.do === 'create') {
              const made = await store.dispatch(
                saveEntityRecord('postType', 'post', { title: 'New', status: 'publish' }),
              )
              enter(Number(made?.id))
            } else if (step.do === 'createElsewhere') {
              const data = { title: 'New', status: 'publish' }
              const answer = await bob({ path: '/wp/v2/posts', method: 'POST', data })
              enter((answer.data as { id: number }).id)
            } else if (chosen !== undefined) {
              there.delete(chosen)
              if (step.do === 'remove') {
                await store.dispatch(deleteEntityRecord('postType', 'post', chosen, { force: true }))
                deletedHere.add(chosen)
              } else await bob({ path: `/wp/v2/posts/${chosen}?force=true`, method: 'DELETE' })
            }
            await settle()
            check()
          }
          held.end()
          await Promise.all(promises)
          check()
          const wanted = [...there].sort((one, other) => other - one)
          const count = Math.max(1, Math.ceil(wanted.length / size))
          for (let page = 1; page <= count; page++) {
            await store.dispatch(fetchEntityRecords('postType', 'post', listOf(page), { force: true }))
          }
          const state = store.getState()
          for (let page = 1; page <= count; page++) {
            expect(idsOn(page), `page ${page}`).toEqual(wanted.slice((page - 1) * size, page * size))
            expect(selectEntityRecordsTotalItems(state, 'postType', 'post', listOf(page))).toBe(wanted.length)
            expect(selectEntityRecordsTotalPages(state, 'postType', 'post', listOf(page))).toBe(
              Math.ceil(wanted.length / size),
            )
          }
        }),
        parameters,
      ),
  )
})

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
  | { readonly do: 'read'; readonly id: number }
  | { readonly do: 'change'; readonly id: number; readonly status: (typeof statuses)[number] }
  | { readonly do: 'give'; readonly id: number; readonly author: number }
  | { readonly do: 'answer'; readonly at: number }

const id = fc.constantFrom(1, 2)
const rightStep: fc.Arbitrary<RightStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), what: fc.nat(whats.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), id }) },
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

describe.each(seeds(1000, 250))('permissions while rights change, $seeded', ({ parameters }) => {
  it(
    'never say yes where the site says no, once its newest answer has arrived, however late the older ones do',
    { timeout: 3 * minute },
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...roles),
          fc.array(rightStep, { maxLength: 20 }),
          fc.array(at, { minLength: 30, maxLength: 30 }),
          async (role, steps, order) => {
            const site = createMockSite({
              users: [
                { username: 'ann', role: 'administrator' },
                { username: 'sam', role },
              ],
              posts: [1, 2].map((one) => ({ id: one, title: 'Tides', author: 'sam', status: 'draft' })),
              currentUser: 'sam',
            })
            const [ann, sam] = [site.as('ann'), site.as('sam')]
            const held = site.hold(
              ({ user, path }) => user === 'sam' && /p(ost|age)s/.test(path) && !path.includes('probe'),
            )
            /** What the newest question that was answered was told, by path. */
            const newest = new Map<string, { turn: number; told: PermissionSet }>()
            const allowOf = async (path: string) =>
              parseAllow((await sam({ path: `${path}?probe`, method: 'OPTIONS' })).headers.get('allow'))
            let turn = 0
            const store = createEntityStore({
              devTools: false,
              async fetcher(request) {
                const [path = ''] = request.path?.split('?') ?? []
                const sent = ++turn
                const [told, answer] = await Promise.all([allowOf(path), sam(request)])
                if ((newest.get(path)?.turn ?? 0) < sent) newest.set(path, { turn: sent, told })
                return answer
              },
            })
            const promises: Promise<unknown>[] = []
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
                const wrong = actions.filter(
                  (action) => told?.[action] === false && said(what)[action] === true,
                )
                expect({ role, what, wrong }).toEqual({ role, what, wrong: [] })
              }
            }

            await store.dispatch(loadEntityConfigs('postType')).catch(() => undefined)
            for (const step of steps) {
              if (step.do === 'ask') ask(step.what)
              else if (step.do === 'read')
                keep(
                  store.dispatch(fetchEntityRecord('postType', 'post', step.id, undefined, { force: true })),
                )
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
            for (const what of whats) {
              expect({ role, what, ...said(what) }).toEqual({ role, what, ...(await allowOf(pathOf(what))) })
            }
          },
        ),
        parameters,
      ),
  )
})
