import { RestError, saveEntityRecord, type Fetcher } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { turn } from '../../support/until'

/** Numbers from 0 to 1 that look random, and are the same on each run. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A network that loses a fifth of all answers, and of those half before the site has done anything. */
function lossy({ fetcher }: Office, seed: number) {
  const random = numbersOf(seed)
  let lost = 0
  const network: Fetcher = async (request) => {
    if (random() > 0.2) return fetcher(request)
    lost++
    if (random() < 0.5) await fetcher(request)
    throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
  }
  return {
    fetcher: network,
    lost: () => lost,
  }
}

/** Until nothing waits but what waits for somebody. */
async function drained({ queue }: Tab): Promise<void> {
  while (queue.status().waiting > 0) {
    if (queue.status().state !== 'sending') await queue.retry()
    await turn()
  }
}

/** How often each of some titles is there. */
async function timesOf(office: Office, titles: readonly string[]): Promise<readonly number[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const path = `/wp/v2/posts?context=edit&status=any,trash&per_page=100&orderby=id&page=${page}`
    const { data, headers } = await office.site.as('ada')({ path })
    found.push(...(data as { title: { raw: string } }[]).map(({ title }) => title.raw))
    if (page >= Number(headers.get('X-WP-TotalPages'))) break
  }
  return titles.map((title) => found.filter((one) => one === title).length)
}

describe('200 new posts over a network that loses a fifth of the answers', () => {
  it.each([
    ['plain WordPress', false, 11],
    ['a site with durable.php', true, 14],
  ] as const)('are each there once, on %s', { timeout: 300_000 }, async (_, durable, seed) => {
    const office = openOffice({ durable })
    const network = lossy(office, seed)
    const tab = await openTab({ ...office, fetcher: network.fetcher })
    await tab.load(11).catch(() => undefined)
    const titles = Array.from({ length: 200 }, (_, at) => `Made number ${at} of them`)
    for (const [at, title] of titles.entries()) {
      const values = { title, status: at % 2 === 0 ? ('publish' as const) : ('draft' as const) }
      if (at % 3 === 0) await tab.save(tab.draft(values))
      else await tab.dispatch(saveEntityRecord('postType', 'post', values))
      // Others write as well, and more than one list has.
      if (at % 40 === 0) {
        for (let count = 0; count < 25; count++) {
          const data = { title: `Ben's number ${at} ${count}`, status: 'publish' }
          await office.site.as('ben')({ path: '/wp/v2/posts', method: 'POST', data })
        }
      }
    }
    await drained(tab)
    expect(network.lost()).toBeGreaterThan(30)
    // Nobody is asked.
    expect([tab.queue.entries(), tab.troubles]).toEqual([[], []])
    expect(await timesOf(office, titles)).toEqual(titles.map(() => 1))
    expect((await postsOf(office)).some(({ slug }) => slug.startsWith('c-'))).toBe(false)
  })
})
