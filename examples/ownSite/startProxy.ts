import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isForServiceWorker, isForThisServer, isFromOwnPage, refuse } from '../guard/guardPage'
import { guardUpgrades } from '../guard/guardUpgrades'
import { createPageKey } from '../guard/pageKey'
import { proxyRest, type ProxyOptions } from './proxyRest'

export interface RunningProxy {
  /** Origin of page and proxy, without a slash at the end. */
  url: string
  /** The address with this start's secret, for the person alone: it opens the page. */
  entrance: string
  server: Server
  /** Ends the server; open connections are cut. */
  close(): Promise<void>
}

/** The page beside the proxy. */
export interface PageOptions {
  /** 0, the default, takes a free one. */
  port?: number
  /**
   * By default a random one below `.localhost`: what anything else on this machine ever stored in the browser, cookies
   * and service workers, belongs to another origin, whatever its port.
   */
  hostname?: string
  /** Answers all that is not the proxy's. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/** Serves a page on 127.0.0.1, to whom its entrance was shown, and, beside it at `/wp-json`, the REST interface of a site elsewhere. */
export async function startProxy(options: ProxyOptions & PageOptions): Promise<RunningProxy> {
  const { port = 0, middleware = (request, response, next) => next() } = options
  const hostname = options.hostname ?? `copydesk-${randomBytes(8).toString('hex')}.localhost`
  const proxy = proxyRest(options)
  const key = createPageKey()
  const isForMe = (request: IncomingMessage) =>
    isForThisServer(request, [hostname]) && !isForServiceWorker(request)
  const server = createServer((request, response) => {
    if (!isForMe(request)) return refuse(response, 'This is the playground’s address only.')
    if (key.admit(request, response) || key.turnAway(request, response)) return
    proxy(request, response, () =>
      middleware(request, response, () => void response.writeHead(404).end('Nothing is here.')),
    )
  })
  guardUpgrades(server, (request) => isForMe(request) && key.isCarriedBy(request) && isFromOwnPage(request))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const url = `http://${hostname}:${typeof address === 'object' && address ? address.port : port}`
  return {
    url,
    entrance: url + key.entrance,
    server,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
