import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { launchProfile } from '../../examples/launchBrowser'
import type { Role } from '../../examples/playground/session/roles'
import type { TransportName } from '../../examples/playground/together/choice'
import { button, go, listen, flushAfter, rows, spareStacks, titleField } from './browser'

/** Somebody at a screen of their own, in a browser that is a process of its own. */
export interface Colleague {
  page: Page
  /** What the console and the page complained about, but for what a cut network makes the browser itself say. */
  complaints: string[]
  /** Pulls the cable: open connections end, and no other comes about. */
  cutOff(): Promise<void>
  /** Ends the browser as a crash does. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Opens the editor in a browser with a profile in a folder, for somebody who works together with others by a transport. */
export async function seat(
  url: string,
  role: Role,
  transport: TransportName,
  profile: string,
): Promise<Colleague> {
  const context = await launchProfile(profile)
  const { page, complaints } = await sitDown(context, url, role, transport)
  return {
    page,
    complaints,
    async cutOff() {
      await context.setOffline(true)
      // That leaves sockets alone, and what is open already.
      await page.evaluate(() => {
        const connected = window as unknown as Connected
        connected.isCutOff = true
        connected.connections.forEach((one) => {
          one.close()
          // A socket waits for the server’s word before it says so itself; a cable that is pulled does not.
          if (one instanceof WebSocket) one.dispatchEvent(new CloseEvent('close', { code: 1006 }))
        })
      })
    },
    async kill() {
      const session = await context.browser()?.newBrowserCDPSession()
      const told = await session?.send('SystemInfo.getProcessInfo')
      const gone = new Promise((resolve) => context.once('close', resolve))
      for (const { id, type } of told?.processInfo ?? []) if (type === 'browser') process.kill(id, 'SIGKILL')
      await gone
    },
    close: () => context.close(),
  }
}

/** A tab for somebody who is signed in. */
export async function sitDown(
  context: BrowserContext,
  url: string,
  role: Role,
  transport: TransportName,
): Promise<Pick<Colleague, 'page' | 'complaints'>> {
  context.setDefaultTimeout(flushAfter)
  await context.addCookies(inject('editor').cookies[role])
  await context.addInitScript(spareStacks)
  await context.addInitScript(rememberConnections)
  await context.addInitScript((name) => {
    if (self !== top) return
    localStorage['copydesk-signed-in'] = 'yes'
    localStorage['copydesk-together'] = name
  }, transport)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  // What the browser itself says of a cut network.
  const complaints = listen(page, /net::ERR_(INTERNET_DISCONNECTED|UNSAFE_PORT)/)
  await page.goto(url)
  await rows(page).first().waitFor()
  return { page, complaints }
}

/** A folder for a profile, and how to get rid of it. */
export function makeProfile(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-profile-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** Opens a post and its blocks. */
export async function openShared(page: Page, id: number): Promise<void> {
  await go(page, `#/post/${id}`)
  await titleField(page).waitFor()
  await paragraph(page).waitFor()
}

/** Leaves the open document, and works together by a transport from now on. */
export async function switchTogether(page: Page, transport: TransportName): Promise<void> {
  await go(page, '')
  await button(page, 'Work together').click()
  const dialog = page.getByRole('dialog', { name: 'Work together' })
  await dialog.getByRole('switch', { name: 'Work together' }).check()
  await dialog.getByLabel('Connection').selectOption(transport)
  await button(page, 'Apply').click()
  await dialog.waitFor({ state: 'detached' })
  await rows(page).first().waitFor()
}

/** A text of the open document, the first unless told otherwise. */
export const paragraph = (page: Page, place = 0) => page.getByRole('main').locator('[data-rich]').nth(place)
/** How working together at the open document is doing, and with whom. */
export const togetherLine = (page: Page) => page.getByRole('group', { name: 'Working together' })
/** The names of those who are at the open document, too. */
export const othersAt = (page: Page) =>
  togetherLine(page).getByRole('list', { name: 'Here as well' }).getByRole('listitem')

/** Types behind or before all that a paragraph or the title says. */
export async function typeIn(page: Page, where: 'start' | 'end', text: string, field = paragraph(page)) {
  await field.click()
  await page.keyboard.press(where === 'start' ? 'Control+Home' : 'Control+End')
  await page.keyboard.type(text, { delay: 25 })
}

interface Connected {
  isCutOff?: boolean
  connections: { close(): void }[]
}

/** Runs in the page: keeps what is connected by other ways than requests. */
function rememberConnections(): void {
  const connections: { close(): void }[] = []
  Object.assign(window, { connections })
  for (const name of ['WebSocket', 'RTCPeerConnection'] as const) {
    const Original = window[name] as unknown as new (...args: unknown[]) => { close(): void }
    const Remembered = class extends Original {
      constructor(...args: unknown[]) {
        const isLost = name === 'WebSocket' && (window as unknown as Connected).isCutOff
        super(...(isLost ? ['ws://127.0.0.1:1'] : args))
        connections.push(this)
      }
    }
    Object.assign(window, { [name]: Remembered })
  }
}
