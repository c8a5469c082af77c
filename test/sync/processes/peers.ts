import type { TransportStatus } from 'copydesk/sync'
import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { CollabServer } from '../../../examples/collab/startCollabServer'

export const transportNames = [
  'WebRTC by the ajax endpoint',
  'WebRTC by WebSocket',
  'polling',
  'a WebSocket relay',
] as const

/** What a process is told when it starts. */
export interface PeerSettings {
  name: string
  transport: (typeof transportNames)[number]
  server: Pick<CollabServer, 'ajaxUrl' | 'root' | 'signalingUrl' | 'relayUrl'>
  /** Where it keeps its document. */
  file: string
}

/** What a process is told to do. */
export type PeerOrder = TypeOrder | SetOrder

interface TypeOrder {
  do: 'type'
  text: string
  at: 'start' | 'end'
}

interface SetOrder {
  do: 'set'
  field: string
  value: string
}

/** How things stand in a process. */
export interface PeerReport {
  text: string
  fields: Record<string, unknown>
  /** Names of the others who are here. */
  others: string[]
  status: TransportStatus
  isReady: boolean
}

/** What a process is told when it starts that keeps a store. */
export interface WriterSettings extends PeerSettings {
  /** REST root of the site whose post it edits. */
  site: string
}

/** What a process is told to do that keeps a store; it types in the first paragraph. */
export type WriterOrder = PeerOrder | { do: 'save' }

/** How the post stands in a store. */
export interface WriterReport {
  /** A line a paragraph. */
  text: string
  fields: Record<'title' | 'excerpt' | 'format', unknown>
  hasEdits: boolean
  /** Names of the others who are here. */
  others: string[]
  /** How the sharing is doing. */
  status: string | undefined
  /** Whether what is edited is shared, and kept in the file. */
  isReady: boolean
}

export interface Peer<Order, Report> {
  tell(order: Order): void
  /** Resolves with the first report, past or future, that a condition holds for. */
  until(condition: (report: Report) => boolean): Promise<Report>
  /** Ends it without a warning. */
  kill(): Promise<void>
}

const folder = fileURLToPath(new URL('../../../.tmp', import.meta.url))
const peer = fileURLToPath(new URL('peer.ts', import.meta.url))
const writer = fileURLToPath(new URL('writer.ts', import.meta.url))
/** The sources of the package, for those who import it by its name. */
const alias = ['', '/sync', '/durable', '/testing'].map((entry) => ({
  find: new RegExp(`^copydesk${entry}$`),
  replacement: fileURLToPath(new URL(`../../../src${entry}/index.ts`, import.meta.url)),
}))

/** Puts the processes together, so that each start of one costs no compiler. */
export async function preparePeers(): Promise<{
  /** Starts a process that keeps a document. */
  start(settings: Omit<PeerSettings, 'file'>): Peer<PeerOrder, PeerReport>
  /** Starts a process that keeps a store. */
  startWriter(settings: Omit<WriterSettings, 'file'>): Peer<WriterOrder, WriterReport>
  close(): Promise<void>
}> {
  mkdirSync(folder, { recursive: true })
  const scratch = mkdtempSync(join(folder, 'peers-'))
  await build({
    ...{ configFile: false, logLevel: 'error', publicDir: false, resolve: { alias } },
    build: {
      ...{ ssr: true, outDir: scratch },
      rollupOptions: {
        input: { peer, writer },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  const running = new Set<{ kill(): Promise<void> }>()
  function start<Order extends PeerOrder | WriterOrder, Report>(
    script: 'peer' | 'writer',
    settings: Omit<PeerSettings, 'file'>,
  ): Peer<Order, Report> {
    const file = join(scratch, `${script}-${settings.transport}-${settings.name}`.replaceAll(' ', '-'))
    const started = startPeer<Order, Report>(join(scratch, `${script}.mjs`), { ...settings, file })
    running.add(started)
    return started
  }
  return {
    start: (settings) => start('peer', settings),
    startWriter: (settings) => start('writer', settings),
    async close() {
      await Promise.all([...running].map((each) => each.kill()))
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

function startPeer<Order extends PeerOrder | WriterOrder, Report>(
  script: string,
  settings: PeerSettings,
): Peer<Order, Report> {
  const child = fork(script, [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let last: Report | undefined
  child.on('message', (report) => (last = report as Report))
  return {
    tell: (order) => void child.send(order),
    until: (condition) => waitFor(child, settings.name, condition, () => last),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Generous: nothing is wrong with a slow machine. */
const flushAfter = 60_000

function waitFor<Report>(
  child: ChildProcess,
  name: string,
  condition: (report: Report) => boolean,
  last: () => Report | undefined,
): Promise<Report> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('did not come that far'), flushAfter)
    const fail = (what: string) => {
      stop()
      reject(new Error(`${name} ${what}. It stands at ${JSON.stringify(last())}.`))
    }
    const check = () => {
      const report = last()
      if (!report || !condition(report)) return
      stop()
      resolve(report)
    }
    const onExit = (code: number | null) => fail(`ended with code ${code}`)
    const stop = () => {
      clearTimeout(timer)
      child.off('message', check)
      child.off('exit', onExit)
    }
    child.on('message', check)
    child.once('exit', onExit)
    check()
  })
}
