import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isForThisServer } from './guardPage'
import { proxyRest, type ProxyOptions } from './proxyRest'

export interface RunningProxy {
  /** Origin of page and proxy, without a slash at the end. */
  url: string
  server: Server
  /** Ends the server; open connections are cut. */
  close(): Promise<void>
}

/** The page beside the proxy. */
export interface PageOptions {
  /** 0, the default, takes a free one. */
  port?: number
  /** Answers all that is not the proxy's. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/** Serves a page on 127.0.0.1 and, beside it at `/wp-json`, the REST interface of a site elsewhere. */
export async function startProxy(options: ProxyOptions & PageOptions): Promise<RunningProxy> {
  const { port = 0, middleware = (request, response, next) => next() } = options
  const proxy = proxyRest(options)
  const server = createServer((request, response) => {
    if (!isForThisServer(request))
      return void response.writeHead(403).end('This is the playground’s address only.')
    proxy(request, response, () =>
      middleware(request, response, () => void response.writeHead(404).end('Nothing is here.')),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    server,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
