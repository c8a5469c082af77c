import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { PHP } from '@php-wasm/universal'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { respondInTurn, type LoggedRequest } from '../../../examples/wordpress/respondInTurn'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

it('A request waits for the site and for those before it, and the log says how long', async () => {
  let booted: (site: { php: PHP }) => void = () => undefined
  const site = new Promise<{ php: PHP }>((resolve) => (booted = resolve))
  const log: LoggedRequest[] = []
  const respond = respondInTurn(site, (request) => log.push(request))
  const answered = [respond(asked('/one'), unsent()), respond(asked('/two'), unsent())]
  vi.advanceTimersByTime(50)
  booted({ php: phpThatTakes(100) })
  await Promise.all(answered)
  expect(log.map(({ url, waited, duration }) => ({ url, waited, duration }))).toEqual([
    { url: '/one', waited: 50, duration: 150 },
    { url: '/two', waited: 150, duration: 250 },
  ])
})

function asked(url: string): IncomingMessage {
  return Object.assign(Readable.from([]), { method: 'GET', url, headers: {} }) as unknown as IncomingMessage
}

function unsent(): ServerResponse {
  return { setHeader: () => undefined, end: () => undefined } as unknown as ServerResponse
}

function phpThatTakes(milliseconds: number): PHP {
  const run = () => {
    vi.advanceTimersByTime(milliseconds)
    return Promise.resolve({ httpStatusCode: 200, headers: {}, bytes: new Uint8Array() })
  }
  return { isDir: () => false, isFile: () => false, run } as unknown as PHP
}
