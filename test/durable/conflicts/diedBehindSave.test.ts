import { selectDirtyEntityRecords } from 'copydesk'
import { selectSaveConflict, type DurabilityOptions, type MemoryTab } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openOffice, openTab, type Office, type Tab } from '../queue/office'
import { paragraphs } from './conflictStores'
import { until } from '../../support/until'

const path = '/wp/v2/posts/11'

const asBen = ({ site }: Office, data: object) => site.as('ben')({ path, method: 'PUT', data })

async function textOf({ site }: Office): Promise<string> {
  const { data } = await site.as('ben')({ path: `${path}?context=edit` })
  return (data as { content: { raw: string } }).content.raw
}

const conflictIn = ({ getState }: Tab) => selectSaveConflict(getState(), 'postType', 'post', 11)
const dirtyIn = ({ getState }: Tab) => selectDirtyEntityRecords(getState()).map(({ key }) => key)

afterEach(() => vi.useRealTimers())

/** Saves, and until it is done. */
async function saved(tab: Tab): Promise<void> {
  await tab.save(11)
  await until(() => tab.queue.entries().length === 0 && dirtyIn(tab).length === 0)
}

/** A post of three paragraphs, open in a page that dies whenever it is told to. */
async function desk(options: Partial<DurabilityOptions>) {
  const office = openOffice({ posts: 1 })
  await asBen(office, { content: paragraphs('a', 'b', 'c') })
  const first = office.storage.tab()
  const tab = await openTab(office, { page: first, ...options })
  await tab.load(11)
  /** The next page, as it is before it has read anything. */
  const reopened = async (page: MemoryTab) => {
    page.kill()
    const next = page.reload()
    return { page: next, tab: await openTab(office, { page: next, ...options }) }
  }
  return { office, page: first, tab, reopened }
}

describe.each([{ queue: 'offline' }, { queue: 'always' }, { queue: false }] as const)(
  'a page that dies right behind an answered save ($queue)',
  (options) => {
    it('shows a colleague’s paragraph when it is open again, and what is typed on is saved without a question', async () => {
      const { office, page, tab, reopened } = await desk(options)
      tab.edit(11, { content: paragraphs('a1', 'b', 'c') })
      await tab.durability.flush()
      await asBen(office, { content: paragraphs('a', 'b', 'c by Ben') })
      await saved(tab)
      const { tab: next } = await reopened(page)
      await next.load(11)
      expect([next.shown(11)?.content, dirtyIn(next)]).toEqual([paragraphs('a1', 'b', 'c by Ben'), []])
      next.edit(11, { content: paragraphs('a1 and on', 'b', 'c by Ben') })
      await saved(next)
      expect(conflictIn(next)).toBeUndefined()
      expect(await textOf(office)).toBe(paragraphs('a1 and on', 'b', 'c by Ben'))
    })

    it('and was restored before, shows what was saved last, and not what was restored', async () => {
      const { office, page, tab, reopened } = await desk(options)
      tab.edit(11, { title: 'First', content: paragraphs('a1', 'b', 'c') })
      await tab.durability.flush()
      const second = await reopened(page)
      await second.tab.load(11)
      second.tab.edit(11, { title: 'Second', content: paragraphs('a2', 'b', 'c') })
      await saved(second.tab)
      const { tab: third } = await reopened(second.page)
      await third.load(11)
      expect([third.shown(11)?.title, third.shown(11)?.content, dirtyIn(third)]).toEqual([
        'Second',
        paragraphs('a2', 'b', 'c'),
        [],
      ])
      await third.save(11)
      expect(conflictIn(third)).toBeUndefined()
      expect(await textOf(office)).toBe(paragraphs('a2', 'b', 'c'))
    })
  },
)

it('A save leaves where the storage does not answer', async () => {
  let isStuck = false
  const office = openOffice({ posts: 1 })
  const page = office.storage.tab()
  const tab = await openTab(office, {
    page: {
      ...page,
      open: async (...given) => {
        const database = await page.open(...given)
        return {
          ...database,
          transaction: (stores, durability, work) =>
            isStuck && stores.includes('edits')
              ? new Promise(() => undefined)
              : database.transaction(stores, durability, work),
        }
      },
    },
  })
  await tab.load(11)
  isStuck = true
  tab.edit(11, { title: 'Typed' })
  vi.useFakeTimers()
  const ended = tab.save(11)
  await vi.advanceTimersByTimeAsync(900)
  expect(office.writes()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await ended
  expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Typed"}'])
  expect(dirtyIn(tab)).toEqual([])
})
