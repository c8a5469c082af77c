import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addScript } from './browser'

/** Puts axe into a page: it is asked there. */
export async function bringAxe(page: Page): Promise<void> {
  await addScript(page, await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
}

/**
 * What axe finds that is serious or critical, each with the first element it found it on.
 *
 * @param rules All without it
 * @param part Where it looks, as a selector
 */
export async function findings(page: Page, rules?: readonly string[], part = 'html'): Promise<string[]> {
  return page.evaluate(
    async ({ rules, part }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(part, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
        )
    },
    { rules, part },
  )
}

/** What is wider than the window, or than the part of the page that it is in and that is not made to be scrolled. */
export async function wide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [
      '.frame',
      '.top',
      '.sidebar',
      '.screen',
      '.list',
      '.detail',
      '.media',
      '.side-panel',
      '.tab-panel',
    ]
    return [document.documentElement, ...document.querySelectorAll(parts.join())]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(
        ({ tagName, className, scrollWidth, clientWidth }) =>
          `${tagName} ${className}: ${scrollWidth} in ${clientWidth}`,
      )
  })
}

/**
 * Expects that axe finds nothing serious in light and dark.
 *
 * @param part The part of the page that has changed, as a selector; all of it without
 * @param name What is looked at, for the message
 */
export async function expectNothingSerious(page: Page, part?: string, name = 'the page'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await findings(page, undefined, part), name).toEqual([])
  // Nothing but the colours differs.
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findings(page, ['color-contrast'], part), `${name} in the dark`).toEqual([])
}
