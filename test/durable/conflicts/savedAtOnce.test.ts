import { expect, it } from 'vitest'
import { until } from '../../support/until'
import { letPass, onVirtualTime } from '../../support/virtualTime'
import { openOffice, openTab } from '../queue/office'
import { paragraphs } from './conflictStores'

const path = '/wp/v2/posts/11'

/** Two tabs of one person who has written in another paragraph in each, on plain WordPress. */
async function twoTabs() {
  const office = openOffice({ posts: 1 })
  const ask = office.site.as('ada')
  await ask({ path, method: 'PUT', data: { content: paragraphs('one', 'two') } })
  const open = () => openTab(office, { queue: false, conflicts: 'merge' })
  const [first, second] = [await open(), await open()]
  for (const tab of [first, second]) await tab.load(11)
  first.edit(11, { content: paragraphs('one, longer', 'two') })
  second.edit(11, { content: paragraphs('one', 'two, longer') })
  const text = async () =>
    ((await ask({ path: `${path}?context=edit` })).data as { content: { raw: string } }).content.raw
  return { office, first, second, text }
}

it('two tabs that save at the same moment both have their words on the site', () =>
  onVirtualTime(async () => {
    const { first, second, text } = await twoTabs()
    await Promise.all([first.save(11), second.save(11)])
    expect(await text()).toBe(paragraphs('one, longer', 'two, longer'))
  }))

it('a save whose answer does not come holds the other tab up for seconds, and not for ever', () =>
  onVirtualTime(async () => {
    const { office, first, second, text } = await twoTabs()
    const held = office.site.hold(({ method, user }) => method === 'PUT' && user === 'ada')
    void first.save(11)
    await until(() => held.waiting.length > 0)
    let isSaved = false
    void second.save(11).then(() => (isSaved = true))
    await letPass(5000)
    expect([isSaved, held.waiting.length]).toEqual([false, 1])
    await letPass(6000)
    held.end()
    await until(() => isSaved)
    expect(await text()).toBe(paragraphs('one, longer', 'two, longer'))
  }))
