// The server of y-websocket, from npm: its own set-up of connections behind a plain WebSocket server.
import { createRequire } from 'node:module'
import { createServer } from 'node:http'

const require = createRequire(import.meta.url)
const { setupWSConnection } = require('@y/websocket-server/utils')
const { WebSocketServer } = require('ws')

const server = createServer((request, response) => response.end('okay'))
const sockets = new WebSocketServer({ noServer: true })
sockets.on('connection', setupWSConnection)
server.on('upgrade', (request, socket, head) => {
  const { searchParams } = new URL(request.url, 'ws://localhost')
  if (searchParams.get('token') !== 'open sesame') return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
  sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.once('disconnect', () => process.exit())
