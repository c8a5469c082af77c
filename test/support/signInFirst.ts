import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '../../examples/wordpress/content'
import { button, eventually, flushAfter, listen, rows, signIn, titleField } from './browser'

/** The text that each finds who signs in for the first time: its title, and something that is true for them alone. */
const texts: Readonly<Record<Role, readonly [title: string, said: RegExp]>> = {
  administrator: ['Start here', /Write something in this text/],
  editor: ['Start here', /Write something in this text/],
  author: ['Start here, as an author', /this text is a draft of yours.*Press Publish,/],
  contributor: ['Start here, as a contributor', /a draft of yours.*Press Submit for review:/],
  subscriber: ['Start here, as a subscriber', /reads and changes nothing.*choose another person/],
}

/** Signs in in a browser that has never had the page, reads what is there, and writes in it where that is allowed. */
export async function signInFirst(context: BrowserContext, url: string, role: Role): Promise<void> {
  const [title, said] = texts[role]
  const page = await context.newPage()
  page.setDefaultTimeout(flushAfter)
  const complaints = listen(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await page.goto(url)
  await signIn(page, role)
  await rows(page).first().waitFor()
  const main = page.getByRole('main')
  const isReader = role === 'subscriber'
  if (isReader) {
    await main.getByRole('heading', { name: title, exact: true }).waitFor()
  } else {
    await eventually(() => titleField(page).inputValue()).toBe(title)
    await main.getByRole('group', { name: 'Categories' }).getByLabel('Letters').waitFor()
  }
  await page.waitForLoadState('networkidle')
  expect(asked.length, asked.join('\n')).toBeLessThan(20)
  expect((await main.textContent())?.replace(/\s+/g, ' ')).toMatch(said)
  if (isReader) {
    expect(await main.locator('[contenteditable=true]').count()).toBe(0)
  } else {
    await main.locator('[contenteditable=true]').first().click()
    await page.keyboard.press('End')
    await page.keyboard.type(' It works.')
    await main.getByText('It works.').waitFor()
    await button(page, '1 unsaved').waitFor()
  }
  expect(complaints).toEqual([])
}
