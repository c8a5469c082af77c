import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../../../examples/collab/readBody'
import type { Site } from '../desk'

/** Serves a site with one post on 127.0.0.1. */
export async function serveSite(site: Site): Promise<{ root: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { method, url = '/' } = request
    readBody(request)
      .then(async (body) => {
        const sent = body?.length ? { data: JSON.parse(body.toString()) as object } : {}
        const { status, data } = await site.fetcher({ method, path: url.replace('/wp-json', ''), ...sent })
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
