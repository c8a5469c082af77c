import { resolveConflict, selectCurrentId, type MemoryTab } from 'copydesk/durable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, longestLaw } from '../../support/lawRuns'
import { turns } from '../../support/until'
import { letPass, virtually } from '../../support/virtualTime'
import { openOffice, openTab, postsOf, type Office, type Tab } from '../queue/office'

// A new post takes several requests, any of which may be lost or answered late, and it is there for colleagues after the
// first: what they write in it meanwhile, and what its author types on, are both in it in the end, and it is there once.

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('type' as const, 'save' as const, 'ben' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      method: fc.constantFrom('POST', 'PUT', 'GET'),
      status: fc.constantFrom(0, 500, 503),
      done: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(1, 1500, 20_000, 150_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('hold' as const, 'release' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const examples: Step[][] = [
  // A colleague writes between the first request and the second, which is lost: what was typed on took their word away.
  [
    { do: 'fail', method: 'PUT', status: 0, done: true },
    { do: 'save' },
    { do: 'pass', milliseconds: 1 },
    { do: 'ben' },
    { do: 'type' },
    { do: 'save' },
  ],
  // The same where the author only saves once more.
  [
    { do: 'fail', method: 'PUT', status: 0, done: true },
    { do: 'save' },
    { do: 'pass', milliseconds: 1 },
    { do: 'ben' },
    { do: 'save' },
  ],
]

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const begun = ['Ada', 'Both', 'Ben'].map(paragraph).join('\n\n')
const withWord = (content: string, whose: string, word: string) =>
  content.replace(`<p>${whose}`, `<p>${whose} ${word}`)

type Held = ReturnType<Office['site']['hold']>

interface NewPost {
  readonly id: number
  readonly content: { readonly raw: string }
}

async function newPosts({ site }: Office): Promise<readonly NewPost[]> {
  const path = '/wp/v2/posts?context=edit&status=any&per_page=100&search=Begun'
  return (await site.as('ben')({ path })).data as readonly NewPost[]
}

/** Sends what waits until nothing does; what only a person can tell is told as it is. */
async function drain(office: Office, tab: Tab): Promise<void> {
  let isSaid = false
  for (let tries = 0; tab.queue.entries().length > 0; tries++) {
    if (tries > 60) expect.unreachable(`it does not end: ${JSON.stringify(tab.queue.entries())}`)
    for (const { id, key, state, conflict } of tab.queue.entries()) {
      if (conflict) {
        // Of a post that somebody has said to be it nobody knows what it was made with.
        const { theirs } = conflict.fields.content ?? {}
        if (!isSaid || key === undefined) expect.unreachable(`asked of ${JSON.stringify(conflict.fields)}`)
        const words = String(tab.shown(key)?.content).match(/typed\d+/g) ?? []
        const value = words
          .filter((word) => !String(theirs).includes(word))
          .reduceRight((content, word) => withWord(content, 'Ada', word), String(theirs))
        tab.dispatch(resolveConflict('postType', 'post', key, { content: { value } }))
      }
      if (state !== 'uncertain' || tab.queue.status().held === 0) continue
      const [post] = await newPosts(office)
      isSaid ||= post !== undefined
      await tab.queue.settle(id, post ? { exists: post.id } : 'sendAgain').catch(() => undefined)
    }
    await tab.queue.retry().catch(() => undefined)
    await letPass(10_000)
  }
}

async function play(steps: readonly Step[], queue: 'offline' | 'always'): Promise<void> {
  const office = openOffice()
  let tab = await openTab(office, { queue })
  await tab.load(11)
  const draft = tab.draft({ title: 'Begun', content: begun })
  const id = () => selectCurrentId(tab.getState(), 'postType', 'post', draft) ?? draft
  const typed: string[] = []
  const written: string[] = []
  let held: Held[] = []
  const enders: (() => void)[] = []

  for (const [at, one] of steps.entries()) {
    switch (one.do) {
      case 'type': {
        const { content } = tab.shown(id()) ?? {}
        if (typeof content !== 'string') break
        typed.push(`typed${at}`)
        tab.edit(id(), { content: withWord(content, 'Ada', `typed${at}`) })
        break
      }
      case 'save':
        void Promise.resolve(tab.save(id())).catch(() => undefined)
        break
      case 'ben': {
        const [post] = await newPosts(office)
        if (!post) break
        written.push(`written${at}`)
        const data = { content: withWord(post.content.raw, 'Ben', `written${at}`) }
        await office.site.as('ben')({ path: `/wp/v2/posts/${post.id}`, method: 'PUT', data })
        break
      }
      case 'fail': {
        const failure = one.status === 0 ? 'offline' : { status: one.status, code: 'broken' }
        enders.push(
          office.site.fail(({ method, user }) => user === 'ada' && method === one.method, failure, {
            times: 1,
            done: one.done,
          }),
        )
        break
      }
      case 'pass':
        await letPass(one.milliseconds)
        break
      case 'hold':
        held.push(office.site.hold(({ method, user }) => user === 'ada' && method !== 'GET'))
        break
      case 'release':
        for (const one of held) one.end()
        held = []
        break
      case 'reload': {
        await tab.durability.flush()
        const page = tab.page as MemoryTab
        page.kill()
        void tab.durability.close()
        tab = await openTab(office, { queue, page: page.reload() })
        break
      }
    }
    await turns(4)
  }

  for (const end of enders) end()
  for (const one of held) one.end()
  await letPass(200_000)
  await drain(office, tab)
  await Promise.resolve(tab.save(id())).catch(() => undefined)
  await drain(office, tab)
  await letPass(200_000)
  expect((await postsOf(office)).filter(({ title }) => title === 'Begun')).toHaveLength(1)
  const [post] = await newPosts(office)
  for (const word of [...typed, ...written])
    expect(post?.content.raw.split(new RegExp(`${word}\\b`)), word).toHaveLength(2)
  await tab.readAgain(id())
  expect(tab.shown(id())?.content).toBe(post?.content.raw)
  void tab.durability.close()
}

describe.each(['offline', 'always'] as const)('A new post in which colleagues write, queue: %s', (queue) => {
  const figures = figuresOf(`new posts (${queue})`)
  it(
    'is there once, with the words of all',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 3, maxLength: 14, size: 'max' }),
          virtually(async (steps) => {
            figures.history()
            await play(steps, queue)
            figures.ended()
          }),
        ),
        { ...histories(20), examples: examples.map((steps): [Step[]] => [steps]) },
      ),
    longestLaw,
  )
})
