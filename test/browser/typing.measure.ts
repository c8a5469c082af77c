import type { Page } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { openDesk, type Desk } from '../support/browser'
import { contentViews, focusContent, openLongDocument } from '../support/longDocument'

let desk: Desk

beforeAll(async () => {
  // As people get it: React's development build spends most of its time on noting where elements come from.
  desk = await openDesk('production')
})
afterAll(() => desk.close())

it('tells how long a key takes in 5,000 words beside 200 rows', async () => {
  const tab = await openLongDocument(desk)
  for (const view of contentViews) {
    await focusContent(tab, view)
    for (let round = 1; round <= 3; round++) {
      const times = await timesOfKeys(tab.page, 'the quick brown fox jumps over the lazy dog ')
      const sorted = [...times].sort((one, other) => one - other)
      const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1]?.toFixed(1)
      console.log(`${view}, round ${round}: median ${at(0.5)} ms, nine of ten below ${at(0.9)} ms`)
    }
  }
  await tab.close()
})

/**
 * The time that the page's main thread worked for each key, in milliseconds, up to the second frame after it: event
 * handlers, store, React, style, layout and paint. It is the processor time of that thread, as the browser counts it, so
 * that a loaded machine does not make it much longer; what the driver of the test does is not in it.
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
