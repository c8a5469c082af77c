import {
  createEntityStore,
  deleteEntityRecord,
  type EntityStore,
  fetchEntityRecords,
  type Fetcher,
  saveEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { settle } from '../support/fakeServer'
import { longestLaw } from '../support/lawRuns'
import { seeds } from '../support/seeds'

const size = 3
const listOf = (paging: object) => ({ ...paging, orderby: 'id', order: 'desc' }) as const
const pageOf = (page: number, per_page = size) => listOf({ per_page, page })
const pagesOfThree = [1, 2, 3, 4].map((page) => pageOf(page))
const pagesOfTwo = [1, 2, 3].map((page) => pageOf(page, 2))
/** Pages of one list that overlap: one answer tells part of what another one told. */
const views = [
  ...pagesOfThree,
  ...pagesOfTwo,
  pageOf(1, 5),
  listOf({ per_page: 4, offset: 1 }),
  listOf({ per_page: -1 }),
]

type Step =
  | { readonly do: 'create' | 'createElsewhere' }
  | { readonly do: 'remove' | 'trash' | 'removeElsewhere' | 'answer'; readonly at: number }
  | { readonly do: 'read'; readonly view: number; readonly intermediateResults: boolean }

const at = fc.nat(11)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      view: fc.nat(views.length - 1),
      intermediateResults: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('remove' as const, 'trash' as const, 'removeElsewhere' as const),
      at,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('create' as const, 'createElsewhere' as const) }),
  },
)

/** What an answer said of the list. */
interface Told {
  /** The request as it was sent, which names its stretch of the list. */
  readonly search: string
  readonly sent: number
  /** Which list the site had: a number for each that differs by more than known rows that went by a write from here. */
  readonly list: number
  readonly start: number
  readonly stop: number
  readonly ids: readonly number[]
  readonly total: number
}

/** Notes what each answer to a read of the list said. `now` gives the time of the test, and which list the site has. */
function listening(fetcher: Fetcher, now: () => Pick<Told, 'sent' | 'list'>) {
  const told: Told[] = []
  const listen: Fetcher = async (request) => {
    const search = request.path?.split('?')[1] ?? ''
    if (request.method !== undefined || !request.path?.startsWith('/wp/v2/posts?')) return fetcher(request)
    const asked = now()
    const answer = await fetcher(request)
    const ids = (answer.data as { id: number }[]).map(({ id }) => id)
    told.push({
      search,
      ...asked,
      ...stretchOf(search),
      ids,
      total: Number(answer.headers.get('x-wp-total')),
    })
    return answer
  }
  return { told, fetcher: listen }
}

function stretchOf(search: string): { start: number; stop: number } {
  const query = new URLSearchParams(search)
  const [perPage, page] = [Number(query.get('per_page')), Number(query.get('page') ?? 1)]
  const start = Number(query.get('offset') ?? (page - 1) * perPage)
  return { start, stop: perPage === 100 ? Infinity : start + perPage }
}

function stretchOfView(view: object): { start: number; stop: number } {
  const { per_page: perPage, ...paging } = view as { per_page?: number }
  return stretchOf(
    new URLSearchParams({ ...paging, per_page: String(perPage === -1 ? 100 : perPage) }).toString(),
  )
}

const overlap = (one: { start: number; stop: number }, other: { start: number; stop: number }) =>
  one.start < other.stop && other.start < one.stop

/** What all views show: ids, or null for what is not known. */
const shownBy = ({ getState }: EntityStore) =>
  views.map(
    (view) => selectEntityRecords(getState(), 'postType', 'post', view)?.map(({ id }) => Number(id)) ?? null,
  )
type Shown = ReturnType<typeof shownBy>

const totalIn = ({ getState }: EntityStore) =>
  selectEntityRecordsTotalItems(getState(), 'postType', 'post', pageOf(1))
const pagesIn = ({ getState }: EntityStore) =>
  selectEntityRecordsTotalPages(getState(), 'postType', 'post', pageOf(1))

/** The rows of the pages of a size, from the first on, up to one that is not known or not full. */
function rowsFromTop(shown: Shown, pages: readonly (typeof views)[number][]): number[] {
  const rows: number[] = []
  for (const page of pages) {
    const ids = shown[views.indexOf(page)]
    rows.push(...(ids ?? []))
    if (ids?.length !== (page as { per_page?: number }).per_page) break
  }
  return rows
}

/** How often the store asks anew for what was overtaken while it travelled, before it takes it as it is. */
const mostRepeats = 5

/**
 * Who reads the list. An author is shown the own rows alone, here every second one, and told how many there are
 * in all.
 */
const readers = [
  { reader: 'an administrator', role: 'administrator', isKeptBack: () => false },
  { reader: 'an author', role: 'author', isKeptBack: (id: number, owner: string) => owner !== 'ann' },
] as const

const sites = readers.flatMap((reader) => seeds(1000, 100).map((seeded) => ({ ...reader, ...seeded })))

describe.each(sites)('a list of $reader while others create, delete and page, $seeded', (given) => {
  const { role, isKeptBack, parameters } = given
  it(
    'shows what its newest answer told, moves up where a row went, and agrees with the site after quiet, totals too',
    { timeout: longestLaw },
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const site = createMockSite({
            users: [
              { username: 'ann', role },
              { username: 'bob', role: 'administrator' },
            ],
            posts: Array.from({ length: 7 }, (none, i) => ({
              id: i + 1,
              title: `Post ${i + 1}`,
              author: i % 2 === 0 ? 'ann' : 'bob',
            })),
          })
          const owners = new Map(Array.from({ length: 7 }, (none, i) => [i + 1, i % 2 === 0 ? 'ann' : 'bob']))
          const isShown = (id: number) => !isKeptBack(id, owners.get(id) ?? '')
          let time = 0
          const tick = () => ++time
          let list = 0
          const { told, fetcher } = listening(site.fetcher, () => ({ sent: tick(), list }))
          const store = createEntityStore({ fetcher, devTools: false })
          const bob = site.as('bob')
          // Reads by bob are the test's own, and are not held.
          const held = site.hold(({ user, method, path }) => {
            return user === 'ann' && method === 'GET' && path.startsWith('/wp/v2/posts?')
          })
          const there = new Set([1, 2, 3, 4, 5, 6, 7])
          const ever = new Set([...there].filter(isShown))
          const deletedHere = new Set<number>()
          const promises: Promise<unknown>[] = []
          const enter = (id: number, owner: string) => {
            there.add(id)
            owners.set(id, owner)
            if (isShown(id)) ever.add(id)
          }
          /** When a write from here ended: what was asked before is asked anew. */
          let written = 0
          let accepted: Told[] = []
          /** Which lists the rows that are known came from. */
          const sources = new Set<number>()
          const refusals = new Map<string, number>()

          function checkRows(shown: Shown): void {
            for (const [i, ids] of shown.entries()) {
              const rows = ids ?? []
              const { start, stop } = stretchOfView(views[i] ?? {})
              const told = `rows ${start} to ${stop}: ${rows.join()}`
              expectEqual(new Set(rows).size, rows.length, told)
              expectEqual(rows.length <= stop - start, true, told)
              expectEqual(
                rows.filter((id) => !ever.has(id) || deletedHere.has(id)),
                [],
              )
            }
          }

          /** An answer that is older than what is known changes nothing; any other one is shown. */
          function checkAnswer(
            answer: Told | undefined,
            before: Shown,
            after: Shown,
            total: number | null,
          ): void {
            const isSuperseded =
              answer === undefined ||
              answer.sent < written ||
              accepted.some((newer) => newer.sent > answer.sent && overlap(newer, answer))
            if (isSuperseded) {
              const refused = (refusals.get(answer?.search ?? '') ?? 0) + 1
              refusals.set(answer?.search ?? '', refused)
              if (refused <= mostRepeats) expectEqual(after, before, 'after an answer that was overtaken')
              // Taken as it is: what is known is no longer of one list.
              else sources.add(-1).add(-2)
              return
            }
            refusals.delete(answer.search)
            accepted.push(answer)
            sources.add(answer.list)
            const newest = accepted.reduce((last, one) => (one.sent > last.sent ? one : last))
            expectEqual(totalIn(store), newest === answer ? answer.total : total)
            for (const [i, view] of views.entries()) {
              const stretch = stretchOfView(view)
              const isSame = stretch.start === answer.start && stretch.stop === answer.stop
              if (isSame) {
                // Of what a newer answer has said to be behind the end of the list, nothing is shown.
                const end = newest.sent > answer.sent ? newest.total : Infinity
                const shown =
                  stretch.stop > end ? answer.ids.slice(0, Math.max(0, end - stretch.start)) : answer.ids
                expectEqual(after[i], shown, `the answer to ${answer.search}`)
              } else if (!overlap(stretch, answer) && stretch.stop <= answer.total) {
                // A page that lost rows is not known any more where the list turns out to be longer.
                const isShort = (before[i]?.length ?? 0) < stretch.stop - stretch.start
                if (isShort && after[i] === null) continue
                expectEqual(after[i], before[i], `beside the answer to ${answer.search}`)
              }
            }
          }

          /** The rows behind one that went move up. */
          function checkRemoval(id: number, before: Shown, after: Shown, total: number | null): void {
            for (const [pages, perPage] of [[pagesOfThree, 3] as const, [pagesOfTwo, 2] as const]) {
              // Rows of two lists may stand in two places.
              if (sources.size > 1) continue
              const rows = rowsFromTop(before, pages)
              // A page that is not full, but for the last one, may have holes.
              const isWhole = rows.length === total
              const known = isWhole ? rows : rows.slice(0, rows.length - (rows.length % perPage))
              const left = known.filter((one) => one !== id)
              expectEqual(rowsFromTop(after, pages).slice(0, left.length), left)
            }
            const wasShown = before.some((ids) => ids?.includes(id))
            if (!wasShown || total === null) return
            expectEqual([totalIn(store), pagesIn(store)], [total - 1, Math.ceil((total - 1) / size)])
            const isKnownEmpty = (i: number) => before[i] && stretchOfView(views[i] ?? {}).start >= total - 1
            const behindEnd = after.filter((ids, i) => isKnownEmpty(i))
            expectEqual(
              behindEnd,
              behindEnd.map(() => []),
            )
          }

          let shown = shownBy(store)
          for (const step of steps) {
            const [chosen] = 'at' in step ? [...there].slice(step.at % Math.max(there.size, 1)) : []
            const before = shown
            const total = totalIn(store)
            told.splice(0)
            if (step.do === 'read') {
              const { intermediateResults } = step
              const options = { force: true, intermediateResults }
              const read = fetchEntityRecords('postType', 'post', views[step.view], options)
              promises.push(store.dispatch(read).catch(() => undefined))
            } else if (step.do === 'answer') {
              if (held.waiting.length > 0) held.release(step.at % held.waiting.length)
            } else if (step.do === 'create') {
              const made = await store.dispatch(
                saveEntityRecord('postType', 'post', { title: 'New', status: 'publish' }),
              )
              enter(Number(made?.id), 'ann')
              written = tick()
              list++
            } else if (step.do === 'createElsewhere') {
              const data = { title: 'New', status: 'publish' }
              const answer = await bob({ path: '/wp/v2/posts', method: 'POST', data })
              enter((answer.data as { id: number }).id, 'bob')
              list++
            } else if (chosen !== undefined) {
              there.delete(chosen)
              // What somebody may not even see nobody deletes but bob.
              if (step.do === 'removeElsewhere' || !isShown(chosen)) {
                await bob({ path: `/wp/v2/posts/${chosen}?force=true`, method: 'DELETE' })
                list++
              } else {
                // Where a row goes that is not known, nothing known moves up.
                if (!before.some((ids) => ids?.includes(chosen))) list++
                const query = step.do === 'remove' ? { force: true } : undefined
                await store.dispatch(deleteEntityRecord('postType', 'post', chosen, query))
                deletedHere.add(chosen)
                written = tick()
                accepted = []
              }
            }
            await settle()
            const after = shownBy(store)
            shown = after
            checkRows(after)
            if (step.do === 'answer') checkAnswer(told[0], before, after, total)
            else if (chosen !== undefined && deletedHere.has(chosen))
              checkRemoval(chosen, before, after, total)
            else expectEqual(after, before)
          }
          held.end()
          await Promise.all(promises)
          checkRows(shownBy(store))
          const wanted = [...there].sort((one, other) => other - one)
          const count = Math.max(1, Math.ceil(wanted.length / size))
          for (let page = 1; page <= count; page++) {
            await store.dispatch(fetchEntityRecords('postType', 'post', pageOf(page), { force: true }))
          }
          const state = store.getState()
          for (let page = 1; page <= count; page++) {
            const read = selectEntityRecords(state, 'postType', 'post', pageOf(page))?.map(({ id }) => id)
            const rows = wanted.slice((page - 1) * size, page * size)
            expectEqual(read, rows.filter(isShown), `page ${page}`)
            expectEqual(selectEntityRecordsTotalItems(state, 'postType', 'post', pageOf(page)), wanted.length)
            expectEqual(
              selectEntityRecordsTotalPages(state, 'postType', 'post', pageOf(page)),
              Math.ceil(wanted.length / size),
            )
          }
        }),
        parameters,
      ),
  )
})
