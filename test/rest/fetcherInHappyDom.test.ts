// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRestFetcher } from 'copydesk'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: Server
beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', '*')
    response.end('{ "id": 1 }')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

it('reads what a real server answers a component that is tested in happy-dom', async () => {
  const { port } = server.address() as AddressInfo
  const { data } = await createRestFetcher({ root: `http://127.0.0.1:${port}/` })({ path: '/notes/1' })
  expect(data).toEqual({ id: 1 })
})
