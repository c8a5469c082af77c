import { RestError, selectDirtyEntityRecords, selectEditedEntityRecord, type Fetcher } from 'copydesk'
import type { MemoryTab } from 'copydesk/durable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, historiesOf, longestLaw } from '../../support/lawRuns'
import { told } from '../../support/told'
import { virtually } from '../../support/virtualTime'
import { hearingLate, turns } from '../queue/lateNews'
import { openOffice, openTab, type Office, type Tab } from '../queue/office'
import { turn } from '../../support/until'

const isAwaited = fc.boolean()
const tab = fc.nat(1)

const step = fc.oneof(
  fc.record({ do: fc.constant('type' as const), tab }),
  fc.record({ do: fc.constant('tag' as const), tab }),
  fc.record({ do: fc.constant('save' as const), tab, isAwaited }),
  fc.record({ do: fc.constant('save' as const), tab, isAwaited }),
  fc.record({ do: fc.constant('read' as const), tab, isAwaited }),
  fc.record({ do: fc.constant('ben' as const), isTag: fc.boolean() }),
  fc.record({ do: fc.constant('lose' as const) }),
  fc.record({ do: fc.constant('reload' as const), tab }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Steps as one says them: `type 1, save! 0, ben tag`, with `!` where nobody waits for the answer. */
const steps = (text: string) =>
  told(text, (verb, [word], isMarked) => {
    const isAsked = verb === 'save' || verb === 'read'
    const about = verb === 'ben' ? { isTag: word === 'tag' } : { tab: Number(word) }
    return { do: verb, ...(verb !== 'lose' && about), ...(isAsked && { isAwaited: !isMarked }) } as Step
  })

const ways = ['always', 'offline'] as const
type Way = (typeof ways)[number]

type Post = Record<'title' | 'content' | 'excerpt', { readonly raw: string }> & { readonly tags: number[] }

/** Which field only one of the two tabs writes; a colleague writes the excerpt, and all of them give tags. */
const fields = ['title', 'content'] as const

/** Writes as a colleague does whose page looks at the post first, and again where somebody else was faster. */
async function byBen({ site }: Office, changesOf: (post: Post) => object): Promise<void> {
  const path = '/wp/v2/posts/11'
  for (;;) {
    const { data, headers } = await site.as('ben')({ path: `${path}?context=edit` })
    const version = headers.get('ETag') as string
    const write = { path, method: 'PUT', data: changesOf(data as Post), headers: { 'If-Match': version } }
    try {
      await site.as('ben')(write)
      return
    } catch (error) {
      if ((error as RestError).status !== 412) throw error
    }
  }
}

/** Works in two tabs on one record, and gives what it should be at the end and what the site has. */
async function run(steps: readonly Step[], delays: readonly number[], queue: Way) {
  const office = openOffice({ posts: 1, durable: true })
  const ada = office.site.as('ada')
  const tags: number[] = []
  for (const { do: what } of steps) {
    if (what !== 'tag' && what !== 'ben') continue
    const name = `Tag ${tags.length}`
    const { data } = await ada({ path: '/wp/v2/tags', method: 'POST', data: { name } })
    tags.push((data as { id: number }).id)
  }
  const wait = turns(delays)
  /** How many answers to writes are still to be lost. */
  let lost = 0
  const { fetcher } = office
  const open = async (page: MemoryTab) => {
    const life = { isOver: false }
    const slowed: Fetcher = async (request) => {
      // A page that is gone sends nothing more; what is on its way arrives, and is not heard of.
      const isGone = life.isOver
      await wait()
      if (isGone) return new Promise(() => undefined)
      const answer = await fetcher(request)
      await wait()
      if (life.isOver) return new Promise(() => undefined)
      const isLost = lost > 0 && (request.method ?? 'GET') !== 'GET'
      if (!isLost) return answer
      lost--
      throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    }
    const opened = await openTab(
      { ...office, fetcher: slowed },
      { queue, conflicts: 'merge', page: hearingLate(page, wait) },
    )
    await opened.load(11)
    return { page, life, tab: opened }
  }
  const pages = [await open(office.storage.tab()), await open(office.storage.tab())]
  const expected: Record<string, unknown> = { title: 'Post 11', content: '', excerpt: '' }
  const given = new Set<number>()
  const tagsOf = (one: Tab): readonly number[] => {
    const record = selectEditedEntityRecord<string, string>(one.getState(), 'postType', 'post', 11)
    return (record?.tags ?? []) as readonly number[]
  }
  for (const [at, one] of steps.entries()) {
    if (one.do === 'lose') {
      lost++
      continue
    }
    if (one.do === 'ben') {
      const added = tags.shift() as number
      if (one.isTag) {
        await byBen(office, (post) => ({ tags: [...post.tags, added] }))
        given.add(added)
      } else {
        const changes = { excerpt: `By Ben ${at}` }
        await byBen(office, () => changes)
        Object.assign(expected, changes)
      }
      continue
    }
    const { page, life, tab: here } = pages[one.tab] as (typeof pages)[number]
    if (one.do === 'reload') {
      await here.durability.flush()
      life.isOver = true
      const next = page.reload()
      void here.durability.close()
      pages[one.tab] = await open(next)
    } else if (one.do === 'type') {
      const changes = { [fields[one.tab] as string]: `Typed ${at}` }
      here.edit(11, changes)
      Object.assign(expected, changes)
    } else if (one.do === 'tag') {
      const added = tags.shift() as number
      here.edit(11, { tags: [...tagsOf(here), added] })
      given.add(added)
    } else {
      const work = Promise.resolve(one.do === 'read' ? here.readAgain(11) : here.save(11)).catch(
        () => undefined,
      )
      if (one.isAwaited) await work
    }
  }
  for (let tries = 0; ;) {
    const left = pages.filter(
      ({ tab: { queue: all, getState } }) =>
        all.entries().length > 0 || selectDirtyEntityRecords(getState()).length > 0,
    )
    if (left.length === 0) break
    // However long a request takes.
    if (left.every(({ tab: one }) => one.queue.status().state !== 'sending')) tries++
    if (tries >= 500) expect.unreachable(JSON.stringify(left.map(({ tab: one }) => one.brief())))
    for (const { tab: one } of left) {
      if (one.queue.status().held > 0) expect.unreachable(JSON.stringify(one.queue.entries()))
      if (one.queue.status().state === 'waiting') void one.queue.retry().catch(() => undefined)
      if (one.queue.entries().length === 0) {
        await one.readAgain(11).catch(() => undefined)
        if (selectDirtyEntityRecords(one.getState()).length > 0) await one.save(11).catch(() => undefined)
      }
    }
    await turn()
  }
  const { data } = await ada({ path: '/wp/v2/posts/11?context=edit' })
  const post = data as Post
  for (const { tab: one } of pages) await one.durability.close()
  return {
    expected: { ...expected, tags: [...given].sort() },
    found: {
      title: post.title.raw,
      content: post.content.raw,
      excerpt: post.excerpt.raw,
      tags: [...post.tags].sort(),
    },
  }
}

/** Each was found by this law, and is about what one tab makes of what the other has saved. */
const examples: [Step[], number[], Way][] = [
  // Joined in the queue.
  [steps('tag 1, tag 0'), [0], 'always'],
  // Sent with the tag of an answer that came after the look.
  [steps('tag 0, save! 0, ben tag'), [1], 'always'],
  // Typed in the tab that sends what the other has saved.
  [steps('tag 1, save 1, ben, tag 0'), [0], 'always'],
  // Typed on while another tab merges and sends.
  [steps('tag 1, save 1, ben tag, tag 1'), [0], 'always'],
  // Sent by a tab that knows an older state of the record than the one that has saved.
  [steps('lose, ben tag, reload 1, tag 1'), [0], 'offline'],
  // Typed on in the tab that sends what both have saved, while it merges what a colleague has given.
  [steps('reload 0, type 0, ben tag, read! 0, tag 1, save 1, tag 1'), [0, 0, 1, 1], 'always'],
  // Tagged by the other tab while this one reads what an unanswered save has done.
  [steps('tag 1, tag 0, ben tag, lose'), [0, 0, 0, 1, 2], 'offline'],
  // An answer to another save comes before the read that restored edits wait for.
  [steps('type 1, lose, save! 1, reload 0, tag 0, ben tag, save! 0, reload 0'), [1], 'offline'],
  // The page is gone between the commit of the queue and that of the journal.
  [steps('save! 0, type 0, save 1, reload 0, type 0'), [1, 0], 'always'],
  // The page is gone after its try was refused as out of date, before it was sent again.
  [steps('ben, save! 1, type 1, reload 0, type 1, reload 1'), [1], 'always'],
  // Merged into by a try of which the answer was lost, so that the next one sends only what the other tab has saved.
  [steps('lose, tag 0, save 0, ben tag, tag 0, type 1, save! 1'), [1, 0], 'offline'],
  // Read while another tab's news came: the store keeps those, and not what was read.
  [steps('tag 1, tag 0, lose, save! 1, read 1, reload 0, ben tag'), [1, 5, 0], 'offline'],
  // Saved again behind what waits: the answer to the first save says nothing of the second.
  [steps('type 1, type 0, save! 1, save 0, type 1, save! 1, ben, type 1'), [0], 'always'],
  // Two answers, of which the first is about the other tab's save.
  [steps('tag 1, lose, tag 0'), [1, 3, 0, 2, 1], 'offline'],
  // Saved once more while it waits after a lost answer: it went on waiting when all of it was found done.
  [steps('lose, tag 0, save! 0'), [1, 0], 'offline'],
  // Tagged in the tab that sends the other one's tag along with its own title, and finds both done after a lost answer.
  [steps('type 0, reload 1, read! 0, save 0, tag 1, tag 0, lose'), [0, 1, 0], 'always'],
  // Saved by the tab that has sent the other one's and lost the answer: what it sent so was no work of its own.
  [steps('lose, read! 0, tag 0, ben, tag 1, save! 1'), [0, 1, 0], 'always'],
  // Saved once more into what waits of both tabs, which was found done: the first save went on waiting.
  [steps('tag 0, type 1, lose, ben, lose, save! 1, save! 0'), [1, 0], 'offline'],
  // Joined by what the other tab has saved, and sent with it: that is no work of this one either.
  [steps('save! 1, type 1, tag 0, ben, tag 1, save! 0, reload 0'), [0], 'always'],
  // Saved once more, found done along with what the other tab has tagged since: its save was shown over that.
  [steps('save! 0, save! 0, tag 0, ben, save! 1, tag 1, lose, type 0, lose'), [0], 'offline'],
  // The same, where all of it goes by the queue: behind what waits, the other tab's tag was taken for one in its place.
  [steps('save! 0, save! 0, tag 0, ben, save! 1, tag 1, lose, type 0, lose'), [0], 'always'],
  // Typed over two saves of which the answers came late, one after the other.
  [steps('type 1, type 0, save! 1, save 0, type 1, save! 1, ben, type 1'), [3, 4, 4], 'always'],
  // Heard late of what the other tab had saved, after what was saved since was read: that was taken for a late request of one's own.
  [steps('tag 1, tag 0, save! 0, save! 0, lose, type 1'), [3, 5, 1, 4], 'always'],
  [steps('tag 0, save 0, tag 0, save! 1, tag 1, save! 0, reload 0, tag 0, save! 0'), [1], 'always'],
  // Saved behind a save that is found to be done, by a page that is gone: it counted as over with that.
  [
    steps('tag 0, save 0, tag 0, save! 1, tag 1, save! 0, reload 0, reload 1, tag 0, save! 0'),
    [0, 1],
    'always',
  ],
  // Saved once more, and tagged over that, while another tab merges a colleague's tag and sends: that was taken out again.
  [steps('tag 1, save! 1, save 0, ben tag, save! 1, ben, reload 1, tag 1'), [1], 'always'],
  // Joined by what the first tab has saved besides: its tag, sent before, was taken for what the other one had tagged over.
  [
    steps('save! 0, save! 0, tag 0, ben, save! 1, tag 1, lose, type 0, lose, reload 1, save! 1, save! 0'),
    [0],
    'offline',
  ],
  // Refused three times as out of date: based on what was found, and not merged with it, it took that out when it was saved again.
  [steps('lose, read! 0, tag 0, ben, tag 1, save! 1, read 0, ben'), [1], 'offline'],
  // Heard late of an answer before the other tab's title, which was gone from the queue unheard: that was taken for a late request.
  [steps('save! 0, save! 0, tag 0, ben, save! 1, tag 1, lose, type 0, lose'), [0, 2, 3], 'always'],
  // Loaded anew with a save in doubt, below another tab's, and typed over both: the first was not done.
  [steps('tag 0, save 0, tag 0, save! 1, tag 1, save! 0, reload 0, tag 0'), [1], 'always'],
]

describe('L5 in two tabs: what one alone writes is never asked about, and nothing of anybody is lost', () => {
  const figures = figuresOf('L5 in two tabs')
  it(
    'whatever is lost, read and reloaded meanwhile',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          historiesOf(
            step,
            14,
            examples.map(([steps]) => steps),
            true,
          ),
          fc.array(fc.nat(5), { minLength: 1, maxLength: 6 }),
          fc.constantFrom(...ways),
          virtually(async (steps, delays, queue) => {
            figures.history()
            const { expected, found } = await run(steps, delays, queue)
            expect(found).toEqual(expected)
            figures.ended()
          }),
        ),
        { ...histories(examples.length + 8), examples },
      )
    },
    longestLaw,
  )
})
