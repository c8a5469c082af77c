import { webSocketTransport } from 'copydesk/sync'
import { WebSocket as NodeWebSocket } from 'ws'
import { tellYjsStory } from '../yjsStory'
import { startServer } from './startServer'

const WebSocket = NodeWebSocket as unknown as typeof globalThis.WebSocket

tellYjsStory('the server of y-websocket, from npm', async () => {
  const server = await startServer(new URL('yWebsocketServer.mjs', import.meta.url))
  const params = () => Promise.resolve({ token: 'open sesame' })
  return { server, transport: () => webSocketTransport({ url: server.url, params, WebSocket }) }
})
