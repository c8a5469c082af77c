import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Request } from 'playwright-core'
import { build } from 'vite'
import type { createRestFetcher } from 'copydesk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, eventually, type SharedBrowser } from '../support/browser'

declare global {
  interface Window {
    copydesk: { createRestFetcher: typeof createRestFetcher }
  }
}

let server: Server
let browser: SharedBrowser
let page: Page
/** How the requests of the page ended, by their address. */
const ended: string[] = []

/** A page with the store's code, and a site that answers as WordPress does whoever is signed in. */
beforeAll(async () => {
  const built = await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: 'src/index.ts', formats: ['iife'], name: 'copydesk' },
    },
  })
  const [code = ''] = (built as { output: { code: string }[] }[]).flatMap(({ output }) =>
    output.map((chunk) => chunk.code),
  )
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/') {
      response.setHeader('Content-Type', 'text/html')
      response.end('<!doctype html><script src="/copydesk.js"></script>')
    } else if (pathname === '/copydesk.js') {
      response.setHeader('Content-Type', 'text/javascript')
      response.end(code)
    } else {
      response.setHeader('Content-Type', 'application/json')
      response.setHeader('Cache-Control', 'no-cache, must-revalidate, max-age=0, no-store, private')
      response.statusCode = Number(searchParams.get('status'))
      response.end(JSON.stringify({ text: 'ä'.repeat(Number(searchParams.get('length'))) }))
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  browser = await connect()
  page = await browser.newPage()
  const note = (how: string) => (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/wp-json/')) ended.push(`${how} ${request.method()} ${search}`)
  }
  page.on('requestfinished', note('finished'))
  page.on('requestfailed', note('failed'))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(async () => {
  await browser.close()
  server.close()
})

describe('Requests of createRestFetcher', () => {
  it('end as answered in the log of the browser, whatever the answer and its length', async () => {
    const cases = ['GET', 'PUT', 'OPTIONS'].flatMap((method) =>
      [
        { status: 200, length: 10 },
        { status: 200, length: 1_000_000 },
        { status: 404, length: 10 },
      ].flatMap((one) => [1, 2, 3].map((time) => ({ ...one, method, time }))),
    )
    const answers = await page.evaluate(async (asked) => {
      const fetcher = window.copydesk.createRestFetcher({ root: `${location.origin}/wp-json/` })
      const lengths: unknown[] = []
      for (const { method, ...query } of asked) {
        const path = `/things?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
        const { signal } = new AbortController()
        const data = method === 'PUT' ? { title: 'One' } : undefined
        const answer = fetcher({ path, method, signal, ...(data && { data }) })
        lengths.push(
          await answer.then(
            (found) => (found.data as { text: string }).text.length,
            (error: { status?: number }) => error.status,
          ),
        )
      }
      return lengths
    }, cases)
    expect(answers).toEqual(cases.map(({ status, length }) => (status === 200 ? length : 404)))
    const wanted = cases.map(
      ({ method, status, length, time }) =>
        `finished ${method} ?status=${status}&length=${length}&time=${time}`,
    )
    await eventually(() => ended.length).toBe(wanted.length)
    expect([...ended].sort()).toEqual(wanted.sort())
  })
})
