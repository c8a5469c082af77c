import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contentField, openDesk, rows, type Desk, type Tab } from '../support/browser'
import { countComponentRenders } from '../support/componentRenders'
import { contentViews, focusContent, openLongDocument } from '../support/longDocument'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk('production')
})
afterEach(async () => {
  await tab.close()
  expect(tab.complaints).toEqual([])
})
afterAll(() => desk.close())

// How long a key takes is measured by `npm run bench:browser`; here it counts what a key makes the page do.
describe('Typing in 5,000 words beside 200 rows', () => {
  it('renders a few components for a key, and touches no row, as blocks and as text', async () => {
    let renders = () => Promise.resolve(0)
    tab = await openLongDocument(desk, async ({ page }) => {
      renders = await countComponentRenders(page)
      await rows(page).first().waitFor()
    })
    const { page } = tab
    const changesOfRows = await countChanges(page)
    const text = 'the quick brown fox jumps over the lazy dog '
    for (const view of contentViews) {
      await focusContent(tab, view)
      // The first key makes the document dirty, which its row and others show.
      await page.keyboard.press('x')
      const changedBefore = await settled(page, changesOfRows)
      const counts: number[] = []
      for (const key of text) {
        const before = await renders()
        await page.keyboard.press(key === ' ' ? 'Space' : key)
        await frames(page)
        counts.push((await renders()) - before)
      }
      const told = `${view}: ${counts.join(' ')}`
      expect(Math.max(...counts), told).toBeGreaterThan(0)
      // What timers show meanwhile, such as that all is kept, comes along with the more keys the slower the machine is.
      expect(medianOf(counts), told).toBeLessThan(40)
      expect((await changesOfRows()) - changedBefore, told).toBe(0)
    }
    expect(await contentField(page).inputValue()).toContain(text)
  })
})

/** Counts what changes in the list of documents, from now on. */
async function countChanges(page: Page): Promise<() => Promise<number>> {
  const list = page.getByRole('navigation', { name: 'Documents', exact: true })
  const counter = await list.evaluateHandle((node) => {
    const counted = { changes: 0 }
    const observer = new MutationObserver((records) => (counted.changes += records.length))
    observer.observe(node, { subtree: true, childList: true, characterData: true, attributes: true })
    return counted
  })
  return () => counter.evaluate(({ changes }) => changes)
}

/** A count once it is above zero and stays what it is for two frames. */
async function settled(page: Page, count: () => Promise<number>): Promise<number> {
  for (let before = 0; ;) {
    await frames(page)
    const now = await count()
    if (now > 0 && now === before) return now
    before = now
  }
}

function frames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end))))
}

/** What half of the values are not above. */
function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? NaN
}
