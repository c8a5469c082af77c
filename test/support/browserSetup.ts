import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { openPages } from './browser'

/** Characters of what pages show that a failed story is told with: the lines of a run that name failures are cut. */
const most = 5_000

// Called last, as it is registered first: what the story itself opened and did not close still stands there.
afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' && task.result.errors?.[0]
  if (!error) return
  const pages = (await openPages()).reverse()
  const shown = await Promise.all(pages.map((page) => describePage(page, most / pages.length)))
  error.message = [error.message, ...shown].join('\n')
})

/** Where a page is and what it shows, with the values of its fields, as assistive technology reads it. */
async function describePage(page: Page, length: number): Promise<string> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((cause: unknown) => `nothing: ${String(cause)}`)
  const text = withoutLists(shown.split('\n')).join(' ').slice(0, length)
  return [`At the end ${page.url()} showed:`, ...(text.match(/.{1,200}/g) ?? [])].join('\n  ')
}

/** Leaves out what the page leads to, which is the same in most stories. */
function withoutLists(lines: readonly string[]): string[] {
  const depthOf = (line: string) => line.search(/\S/)
  let hidden = Infinity
  return lines
    .filter((line) => {
      if (depthOf(line) <= hidden) hidden = /^\s*- navigation /.test(line) ? depthOf(line) : Infinity
      return hidden === Infinity
    })
    .map((line) => line.trim())
}
