import { expect } from 'vitest'
import { contentField, newPost, rows, titleField, type Desk, type Tab } from './browser'

/** Opens a document of 5,000 words beside a list of 200 rows. */
export async function openLongDocument(desk: Desk, prepare?: (tab: Tab) => Promise<void>): Promise<Tab> {
  const paragraph = `<!-- wp:paragraph -->\n<p>${'word '.repeat(49)}word</p>\n<!-- /wp:paragraph -->`
  const content = Array<string>(100).fill(paragraph).join('\n\n')
  const id = await newPost(desk.ask('administrator'), { title: 'Long', status: 'draft', content })
  const tab = await desk.open('administrator', { width: 1440, height: 900 })
  const { page } = tab
  await prepare?.(tab)
  await page.evaluate((hash) => (location.hash = hash), `#/post/${id}?view=endless`)
  await titleField(page).waitFor()
  const countRows = async () => {
    await rows(page).last().scrollIntoViewIfNeeded()
    return rows(page).count()
  }
  // Ten pages of them, each when the one before is there.
  await expect.poll(countRows, { timeout: 90_000, interval: 100 }).toBeGreaterThanOrEqual(200)
  return tab
}

/** The two ways to write the content. */
export const contentViews = ['Blocks', 'Text'] as const

/** Chooses a way to write the content, and puts the cursor into it. */
export async function focusContent({ page }: Tab, view: (typeof contentViews)[number]): Promise<void> {
  await page.getByRole('button', { name: view, exact: true }).click()
  await (view === 'Text' ? contentField(page) : page.getByText('word word').first()).click()
}
