import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A record as the server has it. */
export type Note = Readonly<Record<string, unknown>>

/** What a server is written in: it takes requests, and can be asked what it holds. */
export interface Backend {
  readonly listener: RequestListener
  readonly notes: () => readonly Note[]
}

/** A server that listens on this machine, with what it was asked. */
export interface RunningServer {
  readonly root: string
  /** What it was asked, as `METHOD path`, decoded. */
  readonly requests: string[]
  /** What it holds. */
  readonly notes: () => readonly Note[]
  readonly close: () => Promise<void>
}

/** Lets a server listen on a port that is free. */
export async function listen({ listener, notes }: Backend): Promise<RunningServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    notes,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
