import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  contentField,
  eventually,
  newPost,
  openDesk,
  openDocument,
  passHalfAMinute,
  readPost,
  stateOf,
  titleField,
  type Desk,
  type Tab,
} from '../support/browser'
import { othersAt, switchTogether, togetherLine, typeIn } from '../support/colleagues'
import type { TransportName } from '../../examples/playground/together/choice'

let desk: Desk
let ada: Tab
let edith: Tab
let id: number
/** By what both work together. */
let chosen: TransportName | undefined

beforeAll(async () => {
  desk = await openDesk()
  ada = await desk.open('administrator')
  edith = await desk.open('editor')
})
afterEach(() => {
  // The browser itself says of each request and each socket how it has failed.
  const expected = /^(Failed to load resource|WebSocket connection to|Access to fetch|EventSource)/
  const complaints = [...ada.complaints.splice(0), ...edith.complaints.splice(0)]
  expect(complaints.filter((text) => !expected.test(text))).toEqual([])
})
afterAll(() => desk.close())

const lineOf = ({ page }: Tab) => togetherLine(page).innerText()
const titleOf = ({ page }: Tab) => titleField(page).inputValue()
const met = ({ page }: Tab) => eventually(() => othersAt(page).count()).toBe(1)
const nextTry = /(Next try in \d+ s|Trying again …)/

/** Lets both open a new post by a transport. */
async function open(transport: TransportName): Promise<void> {
  id = await newPost(desk.ask('editor'), { title: 'A quiet quay', content: 'Boats', status: 'draft' })
  for (const { page } of [ada, edith]) {
    if (chosen !== transport) await switchTogether(page, transport)
    await openDocument(page, 'post', id)
  }
  chosen = transport
}

describe('What goes wrong while two work together is told, and what is typed meanwhile arrives afterwards:', () => {
  it('a sign-in that has expired', async () => {
    await open('polling')
    await Promise.all([met(ada), met(edith)])
    const context = ada.page.context()
    const cookies = await context.cookies()
    await context.clearCookies()
    await eventually(() => lineOf(ada)).toMatch(/Not connected\. The sign-in has expired .+ Sign in again\./)
    expect(await lineOf(ada)).toMatch(nextTry)
    await typeIn(ada.page, 'end', ', late', titleField(ada.page))
    await typeIn(edith.page, 'start', 'On ', titleField(edith.page))
    expect(await titleOf(ada)).toBe('A quiet quay, late')
    // As by signing in in another tab.
    await context.addCookies(cookies)
    for (const one of [ada, edith]) await eventually(() => titleOf(one)).toBe('On A quiet quay, late')
    await eventually(() => lineOf(ada)).toContain('Together')
  })

  it('a laptop that was asleep', async () => {
    await open('polling')
    await Promise.all([met(ada), met(edith)])
    await typeIn(ada.page, 'end', ', late', titleField(ada.page))
    const carets = edith.page.locator('.field-cursors .caret')
    await eventually(() => carets.count()).toBe(1)
    const session = await ada.page.context().newCDPSession(ada.page)
    // Nothing of the page runs until it is resumed.
    await session.send('Debugger.enable')
    await session.send('Debugger.pause')
    // The site takes who has been silent for half a minute for gone, and the caret with them.
    await passHalfAMinute()
    await eventually(() => carets.count()).toBe(0)
    await typeIn(edith.page, 'start', 'On ', titleField(edith.page))
    await session.send('Debugger.resume')
    await Promise.all([met(ada), met(edith)])
    for (const one of [ada, edith]) await eventually(() => titleOf(one)).toBe('On A quiet quay, late')
    await session.detach()
  })

  it('a site whose signalling is out of order', async () => {
    await ada.page.route('**/admin-ajax.php**', (route) =>
      `${route.request().url()} ${route.request().postData()}`.includes('gutenberg_signaling_server')
        ? route.fulfill({ status: 502, body: 'Bad gateway' })
        : route.fallback(),
    )
    await open('ajaxWebrtc')
    await eventually(() => lineOf(ada)).toMatch(/Not connected\. .+502/)
    await eventually(() => lineOf(ada)).toMatch(nextTry)
    await typeIn(ada.page, 'end', ', late', titleField(ada.page))
    await typeIn(edith.page, 'start', 'On ', titleField(edith.page))
    await ada.page.unroute('**/admin-ajax.php**')
    await Promise.all([met(ada), met(edith)])
    for (const one of [ada, edith]) await eventually(() => titleOf(one)).toBe('On A quiet quay, late')
  })

  it.each([4401, 4403])('a WebSocket that is refused with %i', async (code) => {
    let isRefused = true
    await ada.page.routeWebSocket('**/collab/relay/**', (socket) => {
      if (isRefused) void socket.close({ code, reason: 'who are you' })
      else socket.connectToServer()
    })
    await open('webSocket')
    await eventually(() => lineOf(ada)).toMatch(
      /The relay refuses the room .+: who are you\. Sign in again\./,
    )
    expect(await lineOf(ada)).toMatch(/Next try in [123]\d s/)
    await typeIn(ada.page, 'end', ', late', titleField(ada.page))
    isRefused = false
    // What the browser says when it is online again: the next try is at once.
    await ada.page.evaluate(() => dispatchEvent(new Event('online')))
    await Promise.all([met(ada), met(edith)])
    for (const one of [ada, edith]) await eventually(() => titleOf(one)).toBe('A quiet quay, late')
  })
})

describe('A document that is too large', () => {
  it.each<[TransportName, RegExp]>([
    ['webSocket', /larger than the relay .+ \(1009: too big\)/],
    ['socketWebrtc', /The document has \d+ bytes, and this transport carries 250000/],
  ])('for %s is reported, kept and saved', async (transport, words) => {
    await ada.page.routeWebSocket('**/collab/relay/**', (socket) => {
      const relay = socket.connectToServer()
      socket.onMessage((message) => {
        if (message.length > 200_000) void socket.close({ code: 1009, reason: 'too big' })
        else relay.send(message)
      })
    })
    await open(transport)
    await Promise.all([met(ada), met(edith)])
    const long = 'The boats are in. '.repeat(16_000)
    await contentField(ada.page).fill(long)
    await eventually(() => lineOf(ada)).toMatch(words)
    expect(await lineOf(ada)).not.toMatch(nextTry)
    expect(await contentField(ada.page).inputValue()).toBe(long)
    await save(ada.page)
    expect((await readPost(desk.ask('editor'), id)).content).toContain(long.trim())
  })
})

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await eventually(() => stateOf(page).first().textContent()).toBe('Saved')
}
