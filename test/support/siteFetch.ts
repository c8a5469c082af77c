import { relative } from 'node:path'
import { bareAddress } from './bareAddress'
import { fileURLToPath } from 'node:url'
import { expect, inject, TestRunner } from 'vitest'
import replayed from '../liveWordpress/replayed.json'
import { comparable } from './comparable'
import { atAddress, readRecording, writeRecording } from './recording'
import { withoutTexts } from './withoutTexts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this run is answered as `replayed.json` was; absent where it asks a real one. */
    replayed?: boolean
  }
}

/** What was asked, and the status, headers and body of the answer; no answer where nobody waited for it. */
type Exchange = [asked: string, status?: number, headers?: Record<string, string>, body?: unknown]

/** When it was recorded, and what was asked then. */
type Recorded = [now: string, ...exchanges: Exchange[]]

/** What one test asks, or a file beside its tests. */
interface Story {
  file: URL
  name: string
  exchanges: Exchange[]
  /** Of those that are recorded, the ones that were asked for already. */
  taken: Set<number>
  /** How many texts of its own it has made up. */
  words: number
  /** Whether it may be kept: what a test that failed was answered is nothing to hold others to. */
  isGood: () => boolean
}

const folder = fileURLToPath(new URL('../liveWordpress/', import.meta.url))
const besideTests = 'beside the tests'
/** The headers that a store reads. */
const keptHeaders = [
  'allow',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'x-wp-total',
  'x-wp-totalpages',
]
/** What the server says of its types, which tests ask once for all of them. */
const shared = /^[^:]+: (GET \/wp-json\/wp\/v2\/(?:types|taxonomies)\?context=view)$/
const stories = new Map<string, Story>()

/**
 * The network of a test on WordPress. In a replayed run it answers what that test was answered when it was recorded. On the
 * release that is recorded it notes what the tests of `replayed.json` are answered, and one that is answered otherwise than
 * recorded fails. Elsewhere it is `fetch`.
 *
 * @param who - Whom the site takes the requests to come from.
 */
export function siteFetch(who: string): typeof fetch {
  return (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input)
    if (isReplaying()) return replay(who, address, init)
    return isRecorded() ? record(who, address, init) : fetch(address, init)
  }
}

/** Whether the answers of this run were given long ago. */
export function isReplaying(): boolean {
  return inject('replayed') === true
}

/**
 * A text that no test has used before, nor an earlier run on a site that stays. Where answers are recorded or replayed, it
 * is the same in each run.
 */
export function unique(word: string): string {
  if (!isReplaying() && !isRecorded()) return `${word}${Date.now()}${words++}`
  const story = storyOf()
  return `${word}${numberOf(story.name)}${story.words++}`
}

let words = 0

/** A number of thirteen digits, as the time has, that a text always has. */
function numberOf(text: string): number {
  const hash = [...text].reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_000_000_000_000,
    7,
  )
  return 1_000_000_000_000 + hash
}

async function replay(who: string, address: string, init: RequestInit): Promise<Response> {
  const story = storyOf()
  const asked = describeRequest(who, address, init)
  const [, status, headers, body] = take(story, asked)
  // No answer comes before whoever asks has gone on.
  await new Promise((resolve) => setImmediate(resolve))
  if (status === undefined) await new Promise(() => {})
  init.signal?.throwIfAborted()
  const text = typeof body === 'string' || body === null ? body : JSON.stringify(body)
  return new Response(text, { ...(status && { status }), ...(headers && { headers }) })
}

/** The next answer that was recorded for a request. */
function take({ file, name, exchanges, taken }: Story, asked: string): Exchange {
  const isIt = ([line]: Exchange) => line === asked
  const next = exchanges.findIndex((exchange, index) => isIt(exchange) && !taken.has(index))
  taken.add(next)
  const found = exchanges[next]
  if (found) return found
  const again = / (?:GET|OPTIONS) /.test(asked) ? exchanges.filter(isIt).at(-1) : undefined
  // Who looks until something has come about may look more often than whoever was recorded.
  if (again) return again
  const [, line] = shared.exec(asked) ?? []
  const [, general] = readRecording(new URL('shared.json', file))[line ?? ''] ?? []
  if (general) return general as Exchange
  throw new TypeError(
    `WordPress was not asked “${asked}” when “${name}” was recorded. Record it with npm run test:wordpress.`,
  )
}

async function record(who: string, address: string, init: RequestInit): Promise<Response> {
  const story = storyOf()
  const exchange: Exchange = [describeRequest(who, address, init)]
  story.exchanges.push(exchange)
  try {
    const response = await fetch(address, init)
    exchange.push(...(await describeAnswer(response.clone())))
    return response
  } catch (error) {
    // What did not come through is sent again, and no part of what was asked.
    if (!init.signal?.aborted) story.exchanges.splice(story.exchanges.indexOf(exchange), 1)
    throw error
  }
}

function storyOf(): Story {
  const path = relative(folder, expect.getState().testPath ?? '').replace(/\.test\.tsx?$/, '')
  const file = new URL(
    `../liveWordpress/recorded/${replayed.version}/${path.replaceAll(/\W+/g, '-')}.json`,
    import.meta.url,
  )
  const test = TestRunner.getCurrentTest()
  const name = test ? (expect.getState().currentTestName ?? '') : besideTests
  const key = `${file.href} ${name}`
  const known = stories.get(key)
  if (known) return known
  const exchanges = isReplaying() ? ((readRecording(file)[name] ?? []).slice(1) as Exchange[]) : []
  const isGood = () => test?.result?.state !== 'fail'
  const story: Story = { file, name, exchanges, taken: new Set(), words: 0, isGood }
  stories.set(key, story)
  return story
}

/** Keeps what the tests of a file were answered. */
export function keepAnswers(): void {
  const made = [...stories.values()].filter(({ isGood }) => isGood())
  stories.clear()
  if (isReplaying()) return
  const [file] = made.map((story) => story.file)
  if (!file) return
  const general: [line: string, exchanges: Exchange[]][] = []
  const own = made.map(({ name, exchanges }): [string, Exchange[]] => {
    const isOwn = (exchange: Exchange) => {
      const [, line] = shared.exec(exchange[0]) ?? []
      if (line !== undefined) general.push([line, [[line, ...exchange.slice(1)] as Exchange]])
      return line === undefined
    }
    return [name, exchanges.filter(isOwn)]
  })
  const changed = [...keepIn(file, own), ...keepIn(new URL('shared.json', file), general)]
  expect(
    changed.map(([, now]) => now),
    'what was recorded of this WordPress',
  ).toEqual(changed.map(([then]) => then))
}

/** Writes those that are not recorded as they are; gives those that were recorded otherwise, before and now. */
function keepIn(file: URL, made: [name: string, exchanges: Exchange[]][]): [then: unknown, now: unknown][] {
  const recording = readRecording(file)
  const { url } = inject('wordpress')
  const changed: [unknown, unknown][] = []
  for (const [name, exchanges] of made) {
    const before = recording[name] as Recorded | undefined
    const now: Recorded = [new Date().toISOString(), ...withoutTexts(atAddress(exchanges, url, replayed.url))]
    const [then, again] = [before, now].map((story) => story && comparableOf(story))
    if (before && JSON.stringify(then) === JSON.stringify(again)) continue
    recording[name] = now
    if (before) changed.push([then, again])
  }
  writeRecording(file, recording)
  return changed
}

/** What two runs have to have in common, whatever other tests have made before. */
function comparableOf([now, ...exchanges]: Recorded): unknown {
  const made = new Set<string>()
  for (const [, status, , body] of exchanges) noteMade(status, body, made)
  const readable = exchanges.map(([asked, ...answer]) => [...readAsked(asked), ...answer])
  // Each site has salts of its own.
  const unsalted = JSON.stringify(readable)
    .replace(/\b[0-9a-f]{32}\b/g, 'hash')
    .replace(/(?<=nonce=)\w{10}\b|(?<=")[0-9a-f]{10}(?=")/g, 'nonce')
  return comparable(JSON.parse(unsalted), [], { made, now: Date.parse(now) })
}

/** A request and the fields that it sends. */
function readAsked(asked: string): unknown[] {
  const [, line = asked, body] = /^(.*?) ([[{].*)$/s.exec(asked) ?? []
  return body === undefined ? [line] : [line, JSON.parse(body)]
}

/** The ids of what was made, by one request or by several in one. */
function noteMade(status: unknown, body: unknown, made: Set<string>): void {
  const { id, responses } = (body ?? {}) as Partial<Record<'id' | 'responses', unknown>>
  if (status === 201 && typeof id === 'number') made.add(String(id))
  const inner = (Array.isArray(responses) ? responses : []) as ({ status: unknown; body: unknown } | null)[]
  for (const one of inner) noteMade(one?.status, one?.body, made)
}

/** Whether this is the release whose answers are recorded, and the file one of those that are replayed. */
function isRecorded(): boolean {
  const path = relative(folder, expect.getState().testPath ?? '').replaceAll('\\', '/')
  return inject('wordpress').version === replayed.version && replayed.files.includes(path)
}

/** Who asks, how and for what, without what the run has made up. */
function describeRequest(who: string, address: string, { method = 'GET', body }: RequestInit): string {
  const { url } = inject('wordpress')
  const line = bareAddress(
    `${who}: ${method} ${address.startsWith(url) ? address.slice(url.length) : address}`,
  )
  if (body instanceof FormData) return `${line} ${[...body].map(([name]) => name).join(' ')}`
  if (/^\/wp-login/.test(new URL(address).pathname) || body === undefined || body === null) return line
  return `${line} ${atAddress({ body: String(body as string) }, url, replayed.url).body}`
}

async function describeAnswer(
  response: Response,
): Promise<[status: number, headers: Record<string, string>, body: unknown]> {
  const headers = keptHeaders.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return [response.status, Object.fromEntries(headers), isJson && text ? JSON.parse(text) : fieldsOf(text)]
}

/** Of a page, the hidden fields of its forms. */
function fieldsOf(text: string): string | null {
  if (text.length < 100) return text || null
  return [...text.matchAll(/<input type=["']hidden["'][^>]*post_ID[^>]*>/g)].map(([field]) => field).join('')
}
