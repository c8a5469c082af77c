import { redo, RestError, selectDirtyEntityRecords, undo, type Fetcher } from 'copydesk'
import { selectSaveConflict, type MemoryTab } from 'copydesk/durable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, historiesOf, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { paragraphs } from '../conflicts/conflictStores'
import { openOffice, openTab, type Office } from '../queue/office'
import { until } from '../../support/until'

const path = '/wp/v2/posts/11'
const tab = fc.nat(1)
const step = fc.oneof(
  fc.record({ do: fc.constant('type' as const), tab }),
  fc.record({ do: fc.constant('type' as const), tab }),
  fc.record({ do: fc.constant('save' as const), tab }),
  fc.record({ do: fc.constant('save' as const), tab }),
  fc.record({ do: fc.constant('read' as const), tab }),
  fc.record({ do: fc.constant('undo' as const), tab }),
  fc.record({ do: fc.constant('redo' as const), tab }),
  fc.record({ do: fc.constant('reload' as const), tab }),
  fc.record({ do: fc.constant('die' as const), tab }),
  fc.record({ do: fc.constant('phone' as const), who: fc.constantFrom('ada', 'ben') }),
  fc.record({ do: fc.constant('lose' as const), isDone: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const ways = [
  { queue: false, durable: false },
  { queue: false, durable: true },
  { queue: 'always', durable: true },
  { queue: 'offline', durable: true },
] as const
type Way = (typeof ways)[number]

async function textOf({ site }: Office): Promise<string> {
  const { data } = await site.as('ben')({ path: `${path}?context=edit` })
  return (data as Post).content.raw
}

interface Post {
  readonly content: { readonly raw: string }
}

/** Writes as another device does: where the site refuses what is out of date, again with what was faster. */
async function write(office: Office, who: 'ada' | 'ben', word: string): Promise<void> {
  const ask = office.site.as(who)
  for (;;) {
    const { data, headers } = await ask({ path: `${path}?context=edit` })
    const content = withWord((data as Post).content.raw, who, word)
    const version = headers.get('ETag')
    try {
      await ask({
        path,
        method: 'PUT',
        data: { content },
        ...(version && { headers: { 'If-Match': version } }),
      })
      return
    } catch (error) {
      if ((error as RestError).status !== 412) throw error
    }
  }
}

/** A text with another word in one of its paragraphs, whatever that says. */
function withWord(text: string, paragraph: string, word: string): string {
  return text.replace(new RegExp(`<p>${paragraph}[^<]*</p>`), `<p>${paragraph} ${word}</p>`)
}

/** What a text says in one of its paragraphs. */
function wordIn(text: unknown, paragraph: string): string {
  return new RegExp(`<p>${paragraph} ?([^<]*)</p>`).exec(String(text))?.[1] ?? 'nothing'
}

/**
 * Works on one text in two tabs of one person and on other devices, each in a paragraph of its own, so that nothing is to be
 * chosen: whose is whose must be told by the text alone.
 */
async function run(steps: readonly Step[], { queue, durable }: Way): Promise<void> {
  const office = openOffice({ posts: 1, durable })
  await office.site.as('ada')({
    path,
    method: 'PUT',
    data: { content: paragraphs('t0', 't1', 'ada', 'ben') },
  })
  const losses: boolean[] = []
  const open = async (page: MemoryTab) => {
    const life = { isOver: false }
    const fetcher: Fetcher = async (request) => {
      // A page that is gone sends nothing more.
      if (life.isOver) return new Promise(() => undefined)
      const isDone = (request.method ?? 'GET') === 'GET' ? undefined : losses.shift()
      if (isDone === undefined) return office.fetcher(request)
      if (isDone) await office.fetcher(request)
      throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    }
    const opened = await openTab({ ...office, fetcher }, { queue, conflicts: 'merge', page })
    await opened.load(11)
    return { page, life, tab: opened }
  }
  const pages = [await open(office.storage.tab()), await open(office.storage.tab())]
  /** What each device has saved last for sure, by its paragraph. */
  const saved: Record<string, string> = {}
  /** What is on the site now, or is shown as being asked about, of what was saved for sure. */
  const check = async (at: number) => {
    const text = await textOf(office)
    for (const [paragraph, word] of Object.entries(saved))
      expect([at, paragraph, wordIn(text, paragraph)]).toEqual([at, paragraph, word])
  }
  const isSettled = ({ tab: { queue: all, getState } }: (typeof pages)[number]) =>
    all.entries().length === 0 && selectDirtyEntityRecords(getState()).length === 0
  for (const [at, one] of steps.entries()) {
    if (one.do === 'lose') losses.push(one.isDone)
    else if (one.do === 'phone') {
      await write(office, one.who, `word ${at}`)
      saved[one.who] = `word ${at}`
    } else {
      const here = pages[one.tab] as (typeof pages)[number]
      const own = `t${one.tab}`
      const shown = () => String(here.tab.shown(11)?.content)
      if (one.do === 'type') here.tab.edit(11, { content: withWord(shown(), own, `word ${at}`) })
      else if (one.do === 'undo') here.tab.dispatch(undo())
      else if (one.do === 'redo') here.tab.dispatch(redo())
      else if (one.do === 'read') await here.tab.readAgain(11)
      else if (one.do === 'save') {
        await here.tab.save(11)
        if (queue !== false) await here.tab.queue.retry().catch(() => undefined)
        const conflict = selectSaveConflict(here.tab.getState(), 'postType', 'post', 11)
        expect([at, conflict]).toEqual([at, undefined])
        if (isSettled(here)) saved[own] = wordIn(shown(), own)
        else delete saved[own]
      } else {
        if (one.do === 'reload') await here.tab.durability.flush()
        else here.page.kill()
        here.life.isOver = true
        const next = here.page.reload()
        void here.tab.durability.close().catch(() => undefined)
        pages[one.tab] = await open(next)
        if (one.do === 'die' || !isSettled(pages[one.tab] as (typeof pages)[number])) delete saved[own]
      }
    }
    if (queue === false) await check(at)
  }
  losses.length = 0
  for (const [at, here] of pages.entries()) {
    // What is on screen is what is to be on the site.
    saved[`t${at}`] = wordIn(here.tab.shown(11)?.content, `t${at}`)
    for (let tries = 0; !isSettled(here) && tries < 9; tries++) {
      await here.tab.save(11)
      if (queue !== false) await here.tab.queue.retry().catch(() => undefined)
      expect(selectSaveConflict(here.tab.getState(), 'postType', 'post', 11)).toBeUndefined()
    }
    await until(() => isSettled(here))
  }
  await check(steps.length)
  for (const { tab: one } of pages) await one.durability.close()
}

/** Histories that failed once. */
const once: [Step[]][] = [
  [
    [
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'undo', tab: 0 },
    ],
  ],
  [
    [
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'read', tab: 0 },
      { do: 'undo', tab: 0 },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'phone', who: 'ben' },
      { do: 'save', tab: 0 },
      { do: 'undo', tab: 1 },
    ],
  ],
  [
    [
      { do: 'redo', tab: 1 },
      { do: 'phone', who: 'ada' },
      { do: 'type', tab: 0 },
      { do: 'read', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'undo', tab: 0 },
    ],
  ],
  // Merged with another device's while it was sent, typed over, and gone before the answer: it was in conflict with itself.
  [
    [
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'type', tab: 0 },
      { do: 'read', tab: 0 },
      { do: 'die', tab: 0 },
    ],
  ],
  // Undone before it was sent, by the tab that was sending what the other one had saved.
  [
    [
      { do: 'reload', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
    ],
  ],
  // Saved once more while the other tab was sending it, and merging it with what that had saved.
  [
    [
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'undo', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'type', tab: 1 },
    ],
  ],
  // Redone before anything was saved, over what was read meanwhile.
  [
    [
      { do: 'type', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'undo', tab: 0 },
      { do: 'read', tab: 0 },
      { do: 'redo', tab: 0 },
    ],
  ],
  // Typed on while a save that had been done without an answer was looked for.
  [
    [
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: true },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'type', tab: 0 },
    ],
  ],
  // Typed on while a save waits that was merged with a colleague's before its answer was lost.
  [
    [
      { do: 'lose', isDone: true },
      { do: 'lose', isDone: false },
      { do: 'phone', who: 'ada' },
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
    ],
  ],
  // Undone while a save of it waits after a failed try, right before the tab died.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'undo', tab: 1 },
      { do: 'die', tab: 0 },
      { do: 'die', tab: 0 },
      { do: 'die', tab: 1 },
    ],
  ],
  // Saved while the other tab had a save of the same text behind it.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'read', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
  [
    [
      { do: 'die', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'type', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'die', tab: 1 },
    ],
  ],
  // Undone in a tab whose save the other one had sent with its own, after somebody else's.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'reload', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'undo', tab: 1 },
    ],
  ],
  // Undone in a tab whose save the other one had saved over, and answered before that.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'undo', tab: 1 },
    ],
  ],
  // Kept, merged with what the other tab has saved since, and lost on its way: what was kept was not made on that.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'save', tab: 1 },
    ],
  ],
  // The same where it had arrived.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
  // The same where it was typed on.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
  // Saved in two tabs one after the other, by the one that sends: what was merged was shown already.
  [
    [
      { do: 'reload', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
  // Undone below what the other tab has typed over it, while somebody else's work is merged with both.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'undo', tab: 1 },
    ],
  ],
  // Undone in both tabs at once, before what they had saved beside each other was sent: the one joined with the other's save.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'undo', tab: 0 },
    ],
  ],
  // The same, and the one page is reloaded before it hears what became of its save.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'reload', tab: 1 },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'undo', tab: 1 },
      { do: 'reload', tab: 1 },
    ],
  ],
  // What was undone while a save waited whose answer was lost was no edit once that was found to be done.
  [
    [
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'undo', tab: 0 },
      { do: 'phone', who: 'ada' },
    ],
  ],
  // What one tab had undone, which made the text what the other one had been about to save when it was gone, was put back by that.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'reload', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'die', tab: 0 },
    ],
  ],
  // What was typed over another tab's save had all of that as its own once the page was reloaded, or its save was heard of late.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'undo', tab: 1 },
      { do: 'reload', tab: 1 },
      { do: 'undo', tab: 0 },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'phone', who: 'ada' },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 1 },
    ],
  ],
  // What a save had sent merged with others' work was forgotten once it was read, where its page had died: somebody was asked.
  [
    [
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'type', tab: 0 },
      { do: 'read', tab: 0 },
      { do: 'die', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'die', tab: 0 },
    ],
  ],
  [
    [
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'undo', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'reload', tab: 0 },
    ],
  ],
  // What one tab had undone was put back by the other one, which had died behind its save.
  [
    [
      { do: 'reload', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'die', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
  // Typed over a save that was merged with another device's and sent by the other tab: somebody was asked about their own text.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'phone', who: 'ada' },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'phone', who: 'ada' },
      { do: 'lose', isDone: true },
      { do: 'save', tab: 1 },
    ],
  ],
  // A tab that sent its own save merged with another device's took away what the other tab had saved over it.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'phone', who: 'ada' },
    ],
  ],
  // Answered by the other tab, and its queue not read yet: an undone word was on screen again.
  [
    [
      { do: 'reload', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'save', tab: 0 },
    ],
  ],
  // Typed over a save that was merged with what the other tab had done: in conflict with oneself.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'reload', tab: 0 },
      { do: 'undo', tab: 0 },
    ],
  ],
  // Sent once more as it was before it was merged, below what the other tab had saved over it: another device's work was undone.
  [
    [
      { do: 'phone', who: 'ada' },
      { do: 'type', tab: 1 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'lose', isDone: true },
      { do: 'die', tab: 0 },
      { do: 'type', tab: 0 },
    ],
  ],
  // Undone by the other tab, what a page before may have been about to save when it was gone was taken for it.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'undo', tab: 0 },
    ],
  ],
  // In conflict with oneself, where an undo of a queued save was kept over a reload.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'undo', tab: 1 },
      { do: 'reload', tab: 1 },
      { do: 'reload', tab: 1 },
      { do: 'type', tab: 0 },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'undo', tab: 1 },
      { do: 'reload', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'reload', tab: 1 },
    ],
  ],
  // Saved over a save that was found to be done, or undone over two saves, before another device's work was known here: that was undone.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'phone', who: 'ada' },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'phone', who: 'ada' },
      { do: 'lose', isDone: true },
      { do: 'save', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'save', tab: 1 },
    ],
  ],
  // Saved once more while it was sent, and found to be done: what another device had written was taken for a request of one's own, and put back as it was before.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'undo', tab: 1 },
      { do: 'reload', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'redo', tab: 1 },
      { do: 'reload', tab: 0 },
    ],
  ],
  // Merged with another device's work before the tab died, and again since: in conflict with oneself.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'phone', who: 'ada' },
      { do: 'die', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'die', tab: 1 },
    ],
  ],
  // An undo made on what the other tab had saved, too, was based on one's own save alone: in conflict with oneself.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'lose', isDone: true },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'undo', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'die', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'die', tab: 1 },
    ],
  ],
  // Found to be done by a later try, below what the other tab had saved over it: another device's work counted as undone here.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'die', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'lose', isDone: true },
      { do: 'reload', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'phone', who: 'ada' },
    ],
  ],
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'lose', isDone: false },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'phone', who: 'ada' },
      { do: 'die', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'die', tab: 1 },
      { do: 'die', tab: 0 },
    ],
  ],
  // In conflict with oneself where that had been merged with another device's work before, and was typed over.
  [
    [
      { do: 'lose', isDone: true },
      { do: 'lose', isDone: false },
      { do: 'phone', who: 'ada' },
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 1 },
      { do: 'read', tab: 1 },
      { do: 'reload', tab: 0 },
      { do: 'phone', who: 'ada' },
    ],
  ],
  [
    [
      { do: 'phone', who: 'ada' },
      { do: 'type', tab: 1 },
      { do: 'reload', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'lose', isDone: true },
      { do: 'die', tab: 0 },
      { do: 'type', tab: 0 },
      { do: 'phone', who: 'ada' },
    ],
  ],
  // The text was again what a tab had saved before: shown below what the other tab had saved, as if that were made on it.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'reload', tab: 1 },
      { do: 'die', tab: 1 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
  [
    [
      { do: 'reload', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
  // Undone over a save, redone and typed on after a reload: in conflict with oneself, as nobody knew what the undo had been made on.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'save', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'phone', who: 'ada' },
      { do: 'undo', tab: 1 },
      { do: 'reload', tab: 1 },
      { do: 'undo', tab: 0 },
      { do: 'redo', tab: 1 },
      { do: 'reload', tab: 0 },
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
    ],
  ],
  // Undone to just what a tab that had died had sent: that is found to be there, and replaces nothing.
  [
    [
      { do: 'type', tab: 1 },
      { do: 'type', tab: 0 },
      { do: 'save', tab: 0 },
      { do: 'save', tab: 1 },
      { do: 'undo', tab: 1 },
      { do: 'die', tab: 0 },
      { do: 'save', tab: 1 },
    ],
  ],
]

describe('each device writes its paragraph of one text', () => {
  const figures = figuresOf('a paragraph each')

  it.each(ways)(
    'what is saved stays, whoever saves, and nobody is asked, queue $queue, preconditions $durable',
    async (way) => {
      await fc.assert(
        fc.asyncProperty(
          historiesOf(
            step,
            12,
            once.map(([steps]) => steps),
            true,
          ),
          virtually(async (steps) => {
            figures.history()
            await run(steps, way)
            figures.ended()
          }),
        ),
        { ...histories(once.length + 12), examples: once },
      )
    },
    longestLaw,
  )
})
