import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '../../examples/wordpress/content'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import type { SharedBrowser } from './browser'
import { chosenWordPress } from './chosenWordPress'
import { start } from './startEditor'
import { startProcess, type Started } from './startProcess'

type Site = Pick<RunningWordPress, 'url' | 'users' | 'version'> & { entrance: string }

/** A WordPress with the plugin, as `npm start -- --wp-admin` serves it. */
export function startBlockEditorSite(): Promise<Started<Site>> {
  return startProcess<Site>(start, ['--wp-admin', ...chosenWordPress()])
}

/** Somebody signed in at wp-admin. */
export async function signInToAdmin(
  browser: SharedBrowser,
  { url, users }: Site,
  role: Role = 'administrator',
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  context.setDefaultTimeout(60_000)
  const { username, password } = users[role]
  const form = { log: username, pwd: password, rememberme: 'forever' }
  const signedIn = await context.request.post(`${url}/wp-login.php`, { form, maxRedirects: 0 })
  expect(signedIn.status()).toBe(302)
  return context
}
