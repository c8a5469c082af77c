import type { DurableStorage, MemoryTab } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { until } from '../../support/until'
import { letPass, onVirtualTime } from '../../support/virtualTime'
import { openOffice, openTab, withoutLocks } from '../queue/office'
import { paragraphs } from './conflictStores'

const path = '/wp/v2/posts/11'

/** Two tabs of one person who has written in another paragraph in each, on plain WordPress. */
async function twoTabs(storageOf: (page: MemoryTab) => DurableStorage = (page) => page) {
  const office = openOffice({ posts: 1 })
  const ask = office.site.as('ada')
  await ask({ path, method: 'PUT', data: { content: paragraphs('one', 'two') } })
  const pages = [office.storage.tab(), office.storage.tab()] as const
  const open = (page: MemoryTab) =>
    openTab(office, { queue: false, conflicts: 'merge', page: storageOf(page) })
  const [first, second] = [await open(pages[0]), await open(pages[1])]
  for (const tab of [first, second]) await tab.load(11)
  first.edit(11, { content: paragraphs('one, longer', 'two') })
  second.edit(11, { content: paragraphs('one', 'two, longer') })
  const text = async () =>
    ((await ask({ path: `${path}?context=edit` })).data as { content: { raw: string } }).content.raw
  return { office, pages, first, second, text }
}

/** A save of the first tab whose answer does not come, and one of the second; whether that has ended. */
async function savedBehind({ office, first, second }: Awaited<ReturnType<typeof twoTabs>>) {
  const held = office.site.hold(({ method, user }) => method === 'PUT' && user === 'ada')
  void first.save(11)
  await until(() => held.waiting.length > 0)
  const ended = { isSaved: false }
  void second.save(11).then(() => (ended.isSaved = true))
  return { held, ended }
}

describe.each([
  { locks: 'with Web Locks', storageOf: (page: MemoryTab) => page },
  { locks: 'without Web Locks, as without https', storageOf: withoutLocks },
])('$locks', ({ storageOf }) => {
  it('two tabs that save at the same moment both have their words on the site', () =>
    onVirtualTime(async () => {
      const { office, first, second, text } = await twoTabs(storageOf)
      await Promise.all([first.save(11), second.save(11)])
      expect(await text()).toBe(paragraphs('one, longer', 'two, longer'))
      expect(office.storage.rows().filter(({ store }) => store === 'leases')).toEqual([])
    }))

  it('a save whose answer does not come holds the other tab up for seconds, and not for ever', () =>
    onVirtualTime(async () => {
      const tabs = await twoTabs(storageOf)
      const { held, ended } = await savedBehind(tabs)
      await letPass(5000)
      expect([ended.isSaved, held.waiting.length]).toEqual([false, 1])
      await letPass(6000)
      held.end()
      await until(() => ended.isSaved)
      expect(await tabs.text()).toBe(paragraphs('one, longer', 'two, longer'))
    }))

  it('a tab that dies or is frozen in the middle of a save holds the other one up for ten seconds at most', () =>
    onVirtualTime(async () => {
      for (const happens of ['kill', 'freeze'] as const) {
        const tabs = await twoTabs(storageOf)
        const { held, ended } = await savedBehind(tabs)
        tabs.pages[0][happens]()
        await letPass(11_000)
        expect([happens, ended.isSaved, held.waiting.length]).toEqual([happens, false, 2])
        held.end()
        await until(() => ended.isSaved)
      }
    }))
})

it('a tab that the browser keeps for its back button holds nobody up', () =>
  onVirtualTime(async () => {
    const tabs = await twoTabs()
    const { held } = await savedBehind(tabs)
    tabs.pages[0].freeze('cached')
    await until(() => held.waiting.length === 2)
    held.end()
  }))
