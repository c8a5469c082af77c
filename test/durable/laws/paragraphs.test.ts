import { redo, RestError, selectDirtyEntityRecords, undo, type Fetcher } from 'copydesk'
import { selectSaveConflict, type MemoryTab } from 'copydesk/durable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, historiesOf, inTurn, longestLaw } from '../../support/lawRuns'
import { told } from '../../support/told'
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

/** Steps as one says them: `type 1, save 0, lose done, phone ada`. */
const steps = (text: string) =>
  told(text, (verb, [word]) => {
    const about = verb === 'phone' ? { who: word } : { tab: Number(word) }
    return { do: verb, ...(verb === 'lose' ? { isDone: word === 'done' } : about) } as Step
  })

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
  [steps('lose done, type 0, save 0, undo 0')],
  [steps('type 0, save 0, phone ada, read 0, undo 0')],
  [steps('type 1, save 1, phone ben, save 0, undo 1')],
  [steps('redo 1, phone ada, type 0, read 0, reload 1, undo 0')],
  // Merged with another device's while it was sent, typed over, and gone before the answer: it was in conflict with itself.
  [steps('type 0, save 0, phone ada, type 0, read 0, die 0')],
  // Undone before it was sent, by the tab that was sending what the other one had saved.
  [steps('reload 0, type 1, type 0, save 0, save 1, undo 1')],
  // Saved once more while the other tab was sending it, and merging it with what that had saved.
  [steps('type 0, save 0, undo 0, reload 1, type 1')],
  // Redone before anything was saved, over what was read meanwhile.
  [steps('type 0, phone ada, undo 0, read 0, redo 0')],
  // Typed on while a save that had been done without an answer was looked for.
  [steps('type 0, lose done, save 0, phone ada, type 0')],
  // Typed on while a save waits that was merged with a colleague's before its answer was lost.
  [steps('lose done, lose, phone ada, type 1, save 1, type 1')],
  // Undone while a save of it waits after a failed try, right before the tab died.
  [steps('type 1, save 1, save 0, lose, undo 1, die 0, die 0, die 1')],
  // Saved while the other tab had a save of the same text behind it.
  [steps('type 1, type 0, save 0, read 0, save 1')],
  [steps('die 0, type 0, lose, type 1, save 0, save 1, die 1')],
  // Undone in a tab whose save the other one had sent with its own, after somebody else's.
  [steps('type 1, reload 0, save 1, type 0, save 0, phone ada, undo 1')],
  // Undone in a tab whose save the other one had saved over, and answered before that.
  [steps('type 1, save 1, type 0, save 0, undo 1')],
  // Kept, merged with what the other tab has saved since, and lost on its way: what was kept was not made on that.
  [steps('type 1, type 0, reload 1, save 0, type 0, lose, save 1')],
  // The same where it had arrived.
  [steps('type 1, type 0, reload 1, save 0, lose done, type 0, save 1')],
  // The same where it was typed on.
  [steps('type 1, type 0, reload 1, type 1, save 0, lose done, type 0, save 1')],
  // Saved in two tabs one after the other, by the one that sends: what was merged was shown already.
  [steps('reload 0, type 0, type 1, save 0, save 1')],
  // Undone below what the other tab has typed over it, while somebody else's work is merged with both.
  [steps('type 1, save 1, type 0, save 0, phone ada, undo 1')],
  // Undone in both tabs at once, before what they had saved beside each other was sent: the one joined with the other's save.
  [steps('type 1, type 0, save 0, save 1, undo 1, undo 0')],
  // The same, and the one page is reloaded before it hears what became of its save.
  [steps('type 1, type 0, save 0, save 1, undo 1, undo 0, reload 1')],
  [steps('type 1, save 1, type 0, save 0, phone ada, undo 1, reload 1')],
  // What was undone while a save waited whose answer was lost was no edit once that was found to be done.
  [steps('lose done, type 0, save 0, undo 0, phone ada')],
  // What one tab had undone, which made the text what the other one had been about to save when it was gone, was put back by that.
  [steps('type 1, type 0, save 0, save 1, undo 1, undo 0, reload 0, save 0, save 1, die 0')],
  // What was typed over another tab's save had all of that as its own once the page was reloaded, or its save was heard of late.
  [steps('type 1, save 1, type 0, save 0, phone ada, undo 1, reload 1, undo 0')],
  [steps('type 1, type 0, reload 1, save 0, type 0, lose, save 1, type 1, phone ada')],
  [steps('type 1, type 0, reload 1, save 0, lose done, type 0, save 1, save 0, type 1')],
  // What a save had sent merged with others' work was forgotten once it was read, where its page had died: somebody was asked.
  [steps('type 0, save 0, phone ada, type 0, read 0, die 0, phone ada, die 0')],
  [steps('lose done, type 0, save 0, undo 0, phone ada, reload 0')],
  // What one tab had undone was put back by the other one, which had died behind its save.
  [steps('reload 0, type 1, type 0, save 0, save 1, undo 1, die 0, save 1')],
  // Typed over a save that was merged with another device's and sent by the other tab: somebody was asked about their own text.
  [steps('type 1, type 0, reload 1, save 0, type 0, lose, save 1, type 1, phone ada, save 1, type 1')],
  [steps('type 1, type 0, reload 1, save 0, type 0, lose, save 1, type 1, phone ada, lose done, save 1')],
  // A tab that sent its own save merged with another device's took away what the other tab had saved over it.
  [steps('type 1, type 0, save 0, type 0, lose, save 1, type 1, phone ada')],
  // Answered by the other tab, and its queue not read yet: an undone word was on screen again.
  [steps('reload 0, type 1, type 0, save 0, save 1, undo 1, undo 0, save 0')],
  // Typed over a save that was merged with what the other tab had done: in conflict with oneself.
  [steps('type 1, type 0, reload 1, save 0, lose done, type 0, save 1, save 0, type 1, reload 0, undo 0')],
  // Sent once more as it was before it was merged, below what the other tab had saved over it: another device's work was undone.
  [steps('phone ada, type 1, reload 1, save 1, lose done, die 0, type 0')],
  // Undone by the other tab, what a page before may have been about to save when it was gone was taken for it.
  [steps('type 1, type 0, reload 1, save 0, lose done, type 0, save 1, save 0, type 1, undo 0, undo 0')],
  // In conflict with oneself, where an undo of a queued save was kept over a reload.
  [steps('type 1, save 1, type 0, save 0, undo 1, reload 1, reload 1, type 0')],
  [steps('type 1, save 1, type 0, save 0, phone ada, undo 1, reload 1, undo 0, save 0, reload 1')],
  // Saved over a save that was found to be done, or undone over two saves, before another device's work was known here: that was undone.
  [steps('type 1, type 0, reload 1, save 0, lose done, type 0, save 1, phone ada')],
  [
    steps(
      'type 1, type 0, reload 1, save 0, type 0, lose, save 1, type 1, phone ada, lose done, save 1, save 1, undo 1, save 1',
    ),
  ],
  // Saved once more while it was sent, and found to be done: what another device had written was taken for a request of one's own, and put back as it was before.
  [steps('type 1, save 1, type 0, save 0, phone ada, undo 1, reload 1, undo 0, redo 1, reload 0')],
  // Merged with another device's work before the tab died, and again since: in conflict with oneself.
  [
    steps(
      'type 1, type 0, reload 1, save 0, type 0, lose, save 1, type 1, phone ada, die 0, phone ada, die 1',
    ),
  ],
  // An undo made on what the other tab had saved, too, was based on one's own save alone: in conflict with oneself.
  [
    steps(
      'type 1, type 0, reload 1, save 0, lose done, type 0, save 1, save 0, type 1, undo 0, undo 0, save 0, die 0, save 1',
    ),
  ],
  [steps('type 1, type 0, save 0, save 1, undo 1, undo 0, reload 1, die 1')],
  // Found to be done by a later try, below what the other tab had saved over it: another device's work counted as undone here.
  [steps('type 1, die 0, save 1, lose done, reload 0, type 0, phone ada')],
  [
    steps(
      'type 1, type 0, reload 1, save 0, type 0, lose, save 1, type 1, phone ada, die 0, phone ada, die 1, die 0',
    ),
  ],
  // In conflict with oneself where that had been merged with another device's work before, and was typed over.
  [steps('lose done, lose, phone ada, type 1, save 1, type 1, read 1, reload 0, phone ada')],
  [steps('phone ada, type 1, reload 1, save 1, lose done, die 0, type 0, phone ada')],
  // The text was again what a tab had saved before: shown below what the other tab had saved, as if that were made on it.
  [steps('type 1, type 0, save 0, save 1, undo 1, undo 0, reload 1, die 1, save 0, save 1')],
  [steps('reload 0, type 1, type 0, save 0, save 1, undo 1, undo 0, save 0, save 1')],
  // Undone over a save, redone and typed on after a reload: in conflict with oneself, as nobody knew what the undo had been made on.
  [
    steps(
      'type 1, save 1, type 0, save 0, phone ada, undo 1, reload 1, undo 0, redo 1, reload 0, type 1, type 0',
    ),
  ],
  // Undone to just what a tab that had died had sent: that is found to be there, and replaces nothing.
  [steps('type 1, type 0, save 0, save 1, undo 1, die 0, save 1')],
  // Saved by another tab as it stood here, it was in conflict with what this one had sent of it before.
  [steps('reload 0, type 1, type 0, save 0, save 1, undo 1, die 0, save 1, type 0')],
  // Done and read before the other tab took its word back to just what had been sent: that was taken for a late request.
  [steps('type 1, type 0, save 0, save 1, undo 1, die 0, save 1, undo 0, type 0')],
  // Typed over an undo that was merged before it was sent, as one of two saves that a page before had left: in conflict with oneself.
  [
    steps(
      'type 1, type 0, reload 1, save 0, lose done, type 0, save 1, save 0, type 1, reload 0, undo 0, save 0, type 0, reload 0',
    ),
  ],
  // Put back before its type was known, and based on what stood below another tab's save that was done: in conflict with oneself.
  [steps('type 1, save 1, type 0, save 0, phone ada, undo 1, die 0, die 1, type 0')],
  // Typed over what the other tab had saved over its own save, as it was shown: without what this one had saved beside that.
  [
    steps(
      'type 1, type 0, reload 1, save 0, lose done, type 0, save 1, save 0, type 1, reload 0, undo 0, undo 1, read 1, type 1',
    ),
  ],
  // Typed over the other tab's save, which had this one's in it: that was done, and not to be taken out of what was typed.
  [steps('type 1, save 1, type 0, save 0, undo 1, reload 1, undo 0')],
  // Loaded in the moment in which what waited was answered, a page took it for waiting for ever, and the record stayed unsaved.
  [steps('type 1, save 1, type 0, phone ada, undo 1, reload 1, redo 1, reload 0')],
  // Found to be done below what was typed over it: what a page before had left unsent was in doubt on, and in conflict with that.
  [
    steps(
      'type 1, type 0, reload 1, type 1, save 0, lose done, type 0, save 1, save 0, type 1, type 1, reload 0, undo 0, undo 1, read 1, type 1',
    ),
  ],
  // Sent by the other tab once its own had died, which had merged it with another device's work before: it was an edit still.
  [steps('type 1, save 1, phone ada, type 0, save 0, phone ada, undo 1, die 0, die 1, type 0')],
  // Undone to just what a page before had left unsent, and saved so: the other tab's next save took that for it, and put it back.
  [
    steps(
      'type 1, type 0, reload 1, save 0, lose done, type 0, save 1, reload 0, save 0, type 1, undo 0, undo 0, save 0, die 0, save 1',
    ),
  ],
  // Undone before it was sent, beside what the other tab waited with, and saved so: the other one's word counted as one's own.
  [
    steps(
      'type 1, type 0, reload 1, save 0, type 0, lose, save 1, type 1, phone ada, lose done, save 1, save 1, undo 1, save 1, save 0, save 0, reload 1',
    ),
  ],
  // What had been given up was taken for what the other tab's save goes on from, as the text was again the same: it showed what
  // this one had taken back.
  [
    steps(
      'undo 0, type 1, type 0, reload 1, save 0, lose done, type 0, die 0, save 1, save 0, type 1, undo 0, undo 0, save 0, die 0, save 1',
    ),
  ],
  // Typed on and taken back over a save that the other tab had merged with another device's work: that was replaced.
  [
    steps(
      'phone ada, type 1, type 0, reload 1, save 0, type 0, lose, save 1, type 1, phone ada, lose done, save 1, save 1, undo 1, save 0, save 0, reload 1',
    ),
  ],
]

describe('each device writes its paragraph of one text', () => {
  const figures = figuresOf('a paragraph each')

  it.each(ways)(
    'what is saved stays, whoever saves, and nobody is asked, queue $queue, preconditions $durable',
    async (way) => {
      const tried = inTurn(once, ways, way)
      await fc.assert(
        fc.asyncProperty(
          historiesOf(
            step,
            12,
            once.map(([history]) => history),
            true,
          ),
          virtually(async (history) => {
            figures.history()
            await run(history, way)
            figures.ended()
          }),
        ),
        { ...histories(tried.length + 12), examples: tried },
      )
    },
    longestLaw,
  )
})
