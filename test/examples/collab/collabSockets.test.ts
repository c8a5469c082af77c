import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { attachCollabSockets, signalingPath } from '../../../examples/collab/collabSockets'
import { createSignalingHub } from '../../../examples/collab/signalingHub'

const handshake = [
  `GET ${signalingPath} HTTP/1.1`,
  ...['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'],
  ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', '', ''],
].join('\r\n')

it.each([
  ['a refused connection is reset', '503', (client: Socket) => client.resetAndDestroy()],
  ['an open one sends a frame without a mask', '101', (client: Socket) => client.write('\x81\0', 'latin1')],
])('goes on where %s', async (_, answer, harm) => {
  const server = createServer()
  const sockets = attachCollabSockets(server, { hub: createSignalingHub(), isDown: () => answer === '503' })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const coming = once(server, 'connection') as Promise<[Socket]>
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.write(handshake)
  const [served] = await coming
  const [data] = (await once(client, 'data')) as [Buffer]
  expect(String(data)).toContain(`HTTP/1.1 ${answer}`)
  // An error that nobody hears ends the process, or here fails the run.
  const closed = new Promise((resolve) => served.once('close', resolve))
  harm(client)
  await closed
  client.destroy()
  sockets.close()
  await new Promise((resolve) => server.close(resolve))
})
