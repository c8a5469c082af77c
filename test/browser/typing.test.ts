import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contentField, newPost, openDesk, rows, titleField, type Desk, type Tab } from '../support/browser'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  // As people get it: React's development build spends most of its time on noting where elements come from.
  desk = await openDesk('production')
})
afterEach(async () => {
  await tab.close()
  expect(tab.complaints).toEqual([])
})
afterAll(() => desk.close())

describe('Typing in 5,000 words beside 200 rows', () => {
  it('takes less than 16 ms for nine keys of ten, as blocks and as text', async () => {
    const paragraph = `<!-- wp:paragraph -->\n<p>${'word '.repeat(49)}word</p>\n<!-- /wp:paragraph -->`
    const content = Array<string>(100).fill(paragraph).join('\n\n')
    const id = await newPost(desk.ask('administrator'), { title: 'Long', status: 'draft', content })
    tab = await desk.open('administrator', { width: 1440, height: 900 })
    const { page } = tab
    await page.evaluate((hash) => (location.hash = hash), `#/post/${id}?view=endless`)
    await titleField(page).waitFor()
    const countRows = async () => {
      await rows(page).last().scrollIntoViewIfNeeded()
      return rows(page).count()
    }
    // Ten pages of them, each when the one before is there.
    await expect.poll(countRows, { timeout: 90_000, interval: 100 }).toBeGreaterThanOrEqual(200)
    const limit = 16
    const text = 'the quick brown fox jumps over the lazy dog '
    for (const view of ['Blocks', 'Text'] as const) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await (view === 'Text' ? contentField(page) : page.getByText('word word').first()).click()
      const rounds: string[] = []
      let least = Infinity
      // What else the machine does takes the processor's caches from the page, which only adds to a round.
      while (least >= limit && rounds.length < 3) {
        const times = await timesOfKeys(page, text)
        least = Math.min(least, ninthTenthOf(times))
        rounds.push(times.map((time) => time.toFixed(1)).join(' '))
      }
      expect(least, `${view}: ${rounds.join(' | ')}`).toBeLessThan(limit)
    }
    expect(await contentField(page).inputValue()).toContain(text)
  })
})

/**
 * The time that the page's main thread worked for each key, in milliseconds, up to the second frame after it: event
 * handlers, store, React, style, layout and paint. It is the processor time of that thread, as the browser counts it, so
 * that a loaded machine does not make it longer; what the driver of the test does is not in it.
 */
async function timesOfKeys(page: Page, text: string): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  }
  const frames = () =>
    page.evaluate(() => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end))))
  const times: number[] = []
  for (const key of text) {
    await frames()
    const before = await worked()
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await frames()
    times.push((await worked()) - before)
  }
  await session.detach()
  return times
}

/** What nine values of ten are not above. */
function ninthTenthOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.ceil(values.length * 0.9) - 1] ?? NaN
}
