import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { build } from 'vite'
import { launchProfile, type ProfileOptions } from '../../../examples/launchBrowser'
import { killBrowser } from '../../support/killBrowser'
import type { DeskWords } from './deskPage'
import type { TrainWords } from './trainPage'

const root = join(import.meta.dirname, '../../..')

/** The pages that tests open: one for what happens to a person at a desk, one for a person on a train. */
export type DeskPage = 'desk' | 'train'

/** Keeps the files of the page, so that it opens without a network. */
const worker = (paths: readonly string[]) => `
const files = ${JSON.stringify(paths)}
self.addEventListener('install', (event) => event.waitUntil(
  caches.open('train').then((cache) => cache.addAll(files)).then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (files.includes(new URL(event.request.url).pathname))
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)))
})`

/** The files of the page, by their paths. */
export type DeskFiles = ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>

/** Bundles a page as an application does. */
export async function buildDesk(
  name: DeskPage = 'desk',
  source = join(import.meta.dirname, `${name}Page.ts`),
): Promise<DeskFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-desk-'))
  try {
    const outDir = join(folder, 'built')
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      resolve: {
        alias: [
          { find: /^copydesk$/, replacement: join(root, 'src/index.ts') },
          { find: /^copydesk\/durable$/, replacement: join(root, 'src/durable/index.ts') },
        ],
      },
      build: {
        outDir,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rollupOptions: {
          input: source,
          output: { entryFileNames: `${name}.js`, chunkFileNames: `${name}-[hash].js` },
        },
      },
    })
    const files = new Map([
      [
        `/${name}`,
        { type: 'text/html', body: Buffer.from(`<script type="module" src="/${name}.js"></script>`) },
      ],
      ['/blank', { type: 'text/html', body: Buffer.from('<title>blank</title>') }],
    ])
    for (const file of await readdir(outDir))
      files.set(`/${file}`, { type: 'text/javascript', body: await readFile(join(outDir, file)) })
    const kept = Buffer.from(worker([...files.keys()]))
    return files.set(`/${name}-worker.js`, { type: 'text/javascript', body: kept })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Answers with a file of the page, else passes on. */
export function serveDesk(files: DeskFiles) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const file = files.get(new URL(request.url ?? '/', 'http://desk').pathname)
    if (!file) return next()
    // A frame without an origin loads its modules from elsewhere.
    response.writeHead(200, { 'content-type': file.type, 'access-control-allow-origin': '*' }).end(file.body)
  }
}

/** The page on a server of its own, without a site. */
export async function startDesk(): Promise<{ readonly port: number; readonly server: Server }> {
  const answer = serveDesk(await buildDesk())
  const server = createServer((request, response) =>
    answer(request, response, () => void response.writeHead(404).end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, server }
}

/** A tab with the page, and what one says to it. */
export interface DeskTab {
  readonly page: Page
  readonly say: Say
}

/** Calls one of the words of a page, and gives its answer as JSON. */
type SayOf<Words> = <Word extends keyof Words>(
  word: Word,
  ...given: Words[Word] extends (...given: infer Given) => unknown ? Given : never
) => Promise<Words[Word] extends (...given: never[]) => infer Answer ? Awaited<Answer> : never>

type Say = SayOf<DeskWords>
/** The same for the page on a train. */
export type SayOnTrain = SayOf<TrainWords>

/** A browser with a profile of its own: what it has stored is there again after it was killed. */
export interface Profile {
  readonly context: BrowserContext
  readonly open: (url: string) => Promise<DeskTab>
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openProfile(folder: string, options: ProfileOptions = {}): Promise<Profile> {
  const context = await launchProfile(folder, options)
  return {
    context,
    open: async (url) => {
      const page = await context.newPage()
      await page.goto(url)
      await isReady(page)
      return { page, say: sayTo(page) }
    },
    kill: () => killBrowser(folder, context),
    close: () => context.close(),
  }
}

/** Resolves when what this very tab has left is back. */
export async function isReady(page: Page | Frame): Promise<void> {
  await page.waitForFunction('globalThis.desk')
}

export function sayTo(page: Page | Frame): Say {
  return (word, ...given) =>
    page.evaluate(
      ([name, all]) => {
        const { desk } = globalThis as unknown as { desk: Record<string, (...args: unknown[]) => unknown> }
        return desk[name]?.(...all)
      },
      [word, given] as const,
    ) as never
}

/** Looks until something is so: for half a minute, however busy the machine is. */
export function eventually<Value>(look: () => Promise<Value> | Value) {
  return expect.poll(look, { timeout: 40_000, interval: 100 })
}
