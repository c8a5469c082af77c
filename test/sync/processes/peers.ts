import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { CollabServer } from '../../../examples/collab/startCollabServer'
import type { TransportStatus } from '../../../src/sync/transport'

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
export type PeerOrder =
  { do: 'type'; text: string; at: 'start' | 'end' } | { do: 'set'; field: string; value: string }

/** How things stand in a process. */
export interface PeerReport {
  text: string
  fields: Record<string, unknown>
  /** Names of the others who are here. */
  others: string[]
  status: TransportStatus
  isReady: boolean
}

export interface Peer {
  tell(order: PeerOrder): void
  /** Resolves with the first report, past or future, that a condition holds for. */
  until(condition: (report: PeerReport) => boolean): Promise<PeerReport>
  /** Ends it without a warning. */
  kill(): Promise<void>
}

const folder = fileURLToPath(new URL('../../../.tmp', import.meta.url))
const source = fileURLToPath(new URL('peer.ts', import.meta.url))

/** Puts the process together, so that each start of it costs no compiler. */
export async function preparePeers(): Promise<{
  start(settings: Omit<PeerSettings, 'file'>): Peer
  close(): Promise<void>
}> {
  mkdirSync(folder, { recursive: true })
  const scratch = mkdtempSync(join(folder, 'peers-'))
  await build({
    ...{ configFile: false, logLevel: 'error', publicDir: false },
    build: { ssr: source, outDir: scratch, rollupOptions: { output: { entryFileNames: 'peer.mjs' } } },
  })
  const running = new Set<Peer>()
  return {
    start(settings) {
      const file = join(scratch, `${settings.transport}-${settings.name}`.replaceAll(' ', '-'))
      const peer = startPeer(join(scratch, 'peer.mjs'), { ...settings, file })
      running.add(peer)
      return peer
    },
    async close() {
      await Promise.all([...running].map((peer) => peer.kill()))
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

function startPeer(script: string, settings: PeerSettings): Peer {
  const child = fork(script, [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let last: PeerReport | undefined
  child.on('message', (report) => (last = report as PeerReport))
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
const patience = 60_000

function waitFor(
  child: ChildProcess,
  name: string,
  condition: (report: PeerReport) => boolean,
  last: () => PeerReport | undefined,
): Promise<PeerReport> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('did not come that far'), patience)
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
