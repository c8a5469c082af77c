import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  newPost,
  openDesk,
  openDocument,
  readPost,
  saveButton,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const admin = () => desk.ask('administrator')
const hour = 60 * 60_000

/** A draft that was just made, and the clocks of that moment. */
async function draft() {
  const id = await newPost(admin(), { title: 'When', content: '<p>Text</p>' })
  const { data } = await admin()({ path: `/wp/v2/posts/${id}?context=edit` })
  const { date, date_gmt } = data as Record<'date' | 'date_gmt', string>
  const local = Date.parse(`${date}Z`)
  return {
    id,
    /** By the clock of the site, so many milliseconds later. */
    at: (later: number) => new Date(local + later).toISOString().slice(0, 16),
    behind: Date.parse(`${date_gmt}Z`) - local,
    status: async () => (await readPost(admin(), id)).status,
  }
}

async function from(timezoneId: string, story: (tab: Tab) => Promise<void>): Promise<void> {
  const tab = await desk.open('administrator', { width: 1440, height: 900 }, timezoneId)
  try {
    await story(tab)
    expect(tab.complaints).toEqual([])
  } finally {
    await tab.close()
  }
}

async function publishes({ page }: Tab): Promise<void> {
  const { id, status } = await draft()
  await openDocument(page, 'post', id)
  await button(page, 'Publish').click()
  await page.locator('.notice').getByText('Published.').waitFor()
  expect(await status()).toBe('publish')
}

async function schedules({ page }: Tab): Promise<void> {
  const { id, at, status } = await draft()
  await openDocument(page, 'post', id)
  await button(page, 'Schedule…').click()
  const chosen = page.getByLabel('Appears at')
  // A test that begins before midnight may end after it.
  const mornings = [at(24 * hour), at(25 * hour)].map((date) => `${date.slice(0, 10)}T08:00`)
  expect(mornings).toContain(await chosen.inputValue())
  await chosen.fill(at(-2 * hour))
  await page.getByText('Choose a time in the future.').waitFor()
  const schedule = page.getByRole('dialog').getByRole('button', { name: 'Schedule' })
  expect(await schedule.isDisabled()).toBe(true)
  await chosen.fill(at(hour))
  await schedule.click()
  await page.locator('.notice').getByText('Scheduled for').waitFor()
  expect(await status()).toBe('future')
}

async function isNow({ page }: Tab): Promise<void> {
  const { id, at, status } = await draft()
  await openDocument(page, 'post', id)
  const details = page.getByRole('main').getByLabel('Date', { exact: true })
  await titleField(page).waitFor()
  if ((await details.count()) === 0) await button(page, 'Details').click()
  await details.fill(at(5 * hour))
  await eventually(() => button(page, 'Schedule').count()).toBe(1)
  await button(page, 'Now').click()
  await button(page, 'Publish').click()
  await page.locator('.notice').getByText('Published.').waitFor()
  await eventually(() => saveButton(page).isDisabled()).toBe(true)
  expect(await status()).toBe('publish')
}

describe.each(['America/New_York', 'Asia/Tokyo', 'UTC', 'Pacific/Kiritimati'])(
  'Somebody in %s, at a site in UTC',
  (zone) => {
    it('publishes a draft by “Publish”, schedules by the clock of the site, and “Now” is now', () =>
      from(zone, async (tab) => {
        await publishes(tab)
        await schedules(tab)
        await isNow(tab)
      }))
  },
)

describe('Somebody in America/New_York, at a site in Asia/Kolkata', () => {
  it('publishes, schedules and chooses the present by the clock of the site', async () => {
    await admin()({ path: '/wp/v2/settings', method: 'POST', data: { timezone: 'Asia/Kolkata' } })
    expect((await draft()).behind).toBe(-5.5 * hour)
    await from('America/New_York', async (tab) => {
      await publishes(tab)
      await schedules(tab)
      await isNow(tab)
    })
  })
})
