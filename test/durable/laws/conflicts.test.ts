import {
  editEntityRecord,
  type FetchRequest,
  saveDirtyEntityRecords,
  saveSpecifiedEntityEdits,
  type Fetcher,
} from 'copydesk'
import { resolveConflict, selectSaveConflict } from 'copydesk/durable'
import { createMockSite, type MockFailure } from 'copydesk/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectEqual } from '../../support/expectEqual'
import { figuresOf, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { seeds } from '../../support/seeds'
import { paragraph } from '../conflicts/conflictStores'
import { checked, person } from '../../support/person'

const scalars = ['title', 'excerpt'] as const
type Scalar = (typeof scalars)[number]
type Fields = { readonly [field: string]: unknown }

function makeSite() {
  return createMockSite({
    users: [
      { username: 'ada', role: 'administrator' },
      { username: 'bo', role: 'administrator' },
    ],
    terms: [11, 12, 13].map((id) => ({ id, taxonomy: 'category', name: `Term ${id}` })),
    posts: [
      {
        id: 1,
        title: 'Title',
        excerpt: 'Excerpt',
        content: paragraph('first'),
        status: 'draft',
        author: 'ada',
      },
      { id: 2, title: 'Other', author: 'ada' },
    ],
  })
}

type Site = ReturnType<typeof makeSite>

/** A person with a store of their own; `onWrite` sees each write before the site does. */
async function somebody(site: Site, username: string, onWrite: (request: FetchRequest) => Promise<void>) {
  const ask = site.as(username)
  const fetcher: Fetcher = async (request) => {
    if (request.method !== undefined && request.method !== 'GET') await onWrite(request)
    return ask(request)
  }
  const made = person({
    site,
    network: { fetcher },
    durability: { ...checked, owner: { site: site.root, user: username } },
    store: { collectAfter: false },
  })
  await made.load(1)
  const edit = (edits: Fields) =>
    made.dispatch(editEntityRecord<string, string>('postType', 'post', 1, edits))
  const conflict = () => selectSaveConflict(made.getState(), 'postType', 'post', 1)
  return { ...made, editPost: edit, conflict }
}

function onSite(site: Site): Promise<{ readonly [field: string]: unknown }> {
  return site
    .as('ada')({ path: '/wp/v2/posts/1?context=edit' })
    .then(({ data }) => {
      const record = data as { readonly [field: string]: { readonly raw: string } } & {
        readonly categories: unknown
      }
      return {
        title: record.title?.raw,
        excerpt: record.excerpt?.raw,
        content: record.content?.raw,
        categories: record.categories,
      }
    })
}

const failures: readonly MockFailure[] = ['offline', 'html', { status: 500, code: 'down' }]

const aloneStep = fc.oneof(
  fc.record({ do: fc.constantFrom('title', 'excerpt', 'paragraph', 'term', 'date'), n: fc.nat(3) }),
  fc.record({
    do: fc.constantFrom('save', 'save', 'begin', 'saveTitle', 'saveAll', 'autosave'),
    n: fc.nat(2),
  }),
  fc.record({ do: fc.constantFrom('lose', 'read', 'publish', 'settle'), n: fc.nat(5) }),
)

/** A fresh seed found it: the server dates what it publishes, and nobody hears that it did. */
const datedAfterLostPublish = [
  { do: 'publish' as const, n: 1 },
  { do: 'lose' as const, n: 3 },
  { do: 'save' as const, n: 0 },
  { do: 'date' as const, n: 0 },
]

/** And this: the save that finds it done knows the date, too. */
const datedOncePublished = [
  { do: 'lose' as const, n: 3 },
  { do: 'publish' as const, n: 1 },
  { do: 'save' as const, n: 0 },
  { do: 'save' as const, n: 0 },
  { do: 'date' as const, n: 0 },
]

/** And this one: what was sent and not answered is forgotten with the answer to a save of something else. */
const autosavedAfterLostSave = [
  { do: 'lose' as const, n: 3 },
  { do: 'date' as const, n: 1 },
  { do: 'save' as const, n: 0 },
  { do: 'date' as const, n: 0 },
  { do: 'autosave' as const, n: 0 },
]

/** And this: a record that has no revision yet is published while the date is typed. */
const datedWhilePublished = [
  { do: 'publish' as const, n: 3 },
  { do: 'lose' as const, n: 0 },
  { do: 'saveAll' as const, n: 0 },
  { do: 'save' as const, n: 0 },
  { do: 'date' as const, n: 0 },
]

/** And this: the answer to a save of another field says that the lost one is done, and moves the record on. */
const datedBesideAnother = [
  { do: 'lose' as const, n: 3 },
  { do: 'publish' as const, n: 1 },
  { do: 'save' as const, n: 0 },
  { do: 'title' as const, n: 0 },
  { do: 'date' as const, n: 0 },
  { do: 'saveTitle' as const, n: 0 },
]

/** And this: a read says that the lost publication is done, after which nothing tells of it. */
const datedThenRead = [
  { do: 'publish' as const, n: 3 },
  { do: 'lose' as const, n: 3 },
  { do: 'save' as const, n: 0 },
  { do: 'date' as const, n: 0 },
  { do: 'read' as const, n: 0 },
]

describe('L6: one writer is never in conflict', () => {
  const figures = figuresOf('L6')

  it.each(seeds(60, 40))(
    'whatever is typed, saved, lost and read, $seeded',
    async ({ parameters }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(aloneStep, { maxLength: 14 }),
          virtually(async (steps) => {
            figures.history()
            const site = makeSite()
            const { store, editPost, save, load, conflict, edited, dirty } = await somebody(site, 'ada', () =>
              Promise.resolve(),
            )
            const running: Promise<unknown>[] = []
            for (const [at, step] of steps.entries()) {
              const { n } = step
              if (step.do === 'title' || step.do === 'excerpt') editPost({ [step.do]: `${step.do} ${n}` })
              else if (step.do === 'paragraph')
                editPost({ content: `${String(edited(1)?.content)}\n\n${paragraph(`${at}`)}` })
              else if (step.do === 'term') editPost({ categories: [11 + (n % 3)] })
              else if (step.do === 'date') editPost({ date: `203${n}-01-01T00:00:00` })
              else if (step.do === 'publish') editPost({ status: n % 2 ? 'publish' : 'draft' })
              else if (step.do === 'save') await save(1)
              else if (step.do === 'begin') running.push(save(1))
              else if (step.do === 'saveTitle')
                running.push(store.dispatch(saveSpecifiedEntityEdits('postType', 'post', 1, ['title'])))
              else if (step.do === 'saveAll') running.push(store.dispatch(saveDirtyEntityRecords()))
              else if (step.do === 'autosave') running.push(save(1, { isAutosave: true }))
              else if (step.do === 'read') running.push(load(1, undefined, { force: true }))
              else if (step.do === 'settle') await Promise.all(running)
              else
                site.fail(({ method }) => method !== 'GET', failures[n % 3] as MockFailure, { done: n > 2 })
              expectEqual(conflict(), undefined, `after ${at}`)
            }
            await Promise.all(running)
            // The last failures that were asked for may still be due.
            for (let again = 0; again < 9 && dirty().length > 0; again++) {
              await save(1)
              expectEqual(conflict(), undefined, 'at the end')
            }
            const { title, content } = edited(1) ?? {}
            const now = await onSite(site)
            expectEqual([now.title, now.content, dirty()], [title, content, []], 'what is on the server')
            figures.ended()
          }),
        ),
        {
          ...parameters,
          examples: [
            [datedAfterLostPublish],
            [datedOncePublished],
            [autosavedAfterLostSave],
            [datedWhilePublished],
            [datedBesideAnother],
            [datedThenRead],
          ],
        },
      )
    },
    longestLaw,
  )
})

const togetherStep = fc.record({
  who: fc.nat(1),
  do: fc.constantFrom('title', 'excerpt', 'insert', 'save', 'save', 'save', 'read', 'mine', 'theirs'),
  n: fc.nat(2),
})

describe('L2 and L7: with two who write', () => {
  const figures = figuresOf('L2, L7')

  it.each(seeds(60, 40))(
    'nothing is replaced that its writer has not seen, $seeded',
    async ({ parameters }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(togetherStep, { maxLength: 16 }),
          virtually(async (steps) => {
            figures.history()
            const site = makeSite()
            /** What each has seen of each field that they edit. */
            const seen: Record<Scalar, unknown>[] = [
              { title: undefined, excerpt: undefined },
              { title: undefined, excerpt: undefined },
            ]
            const people = await Promise.all(
              ['ada', 'bo'].map((username, who) =>
                somebody(site, username, async ({ data }) => {
                  const before = await onSite(site)
                  for (const field of scalars) {
                    const value = (data as Fields)[field]
                    if (value === undefined || value === before[field]) continue
                    expectEqual(before[field], seen[who]?.[field], `${username} replaces the ${field}`)
                  }
                }),
              ),
            )
            const inserted: string[] = []
            for (const [at, { who, do: what, n }] of steps.entries()) {
              const one = people[who] as (typeof people)[number]
              const mine = seen[who] as Record<Scalar, unknown>
              if (what === 'title' || what === 'excerpt') {
                const record = one.record(1) as unknown as Record<Scalar, { readonly raw: string }>
                if (!Object.hasOwn(one.toSave(1), what)) mine[what] = record[what].raw
                one.editPost({ [what]: `${what} ${who} ${n}` })
              } else if (what === 'insert') {
                const blocks = String(one.edited(1)?.content).split('\n\n')
                blocks.splice(n % (blocks.length + 1), 0, paragraph(`by ${who} at ${at}`))
                one.editPost({ content: blocks.join('\n\n') })
              } else if (what === 'read') await one.load(1, undefined, { force: true })
              else if (what === 'save') {
                const text = String(one.edited(1)?.content)
                await one.save(1)
                if (one.conflict()) continue
                inserted.push(...(text.match(/by \d at \d+/g) ?? []))
                expectEqual(one.dirty(), [], 'what is dirty after a save')
              } else {
                const { fields = {} } = one.conflict() ?? {}
                for (const field of scalars) if (fields[field]) mine[field] = fields[field].theirs
                const choices = Object.keys(fields).map((field) => [field, what] as const)
                one.store.dispatch(resolveConflict('postType', 'post', 1, Object.fromEntries(choices)))
              }
            }
            const { content } = await onSite(site)
            for (const text of new Set(inserted)) expect(content).toContain(paragraph(text))
            figures.ended()
          }),
        ),
        parameters,
      )
    },
    longestLaw,
  )
})
