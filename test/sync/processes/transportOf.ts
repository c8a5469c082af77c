import { createRestFetcher } from 'copydesk'
import {
  ajaxWebrtcTransport,
  pollingTransport,
  socketWebrtcTransport,
  type Transport,
  webSocketTransport,
} from 'copydesk/sync'
import wrtc from '@roamhq/wrtc'
import { EventSource } from 'eventsource'
import { WebSocket as NodeWebSocket } from 'ws'
import type { PeerSettings } from './peers'

/** The transport that a process was told to use. */
export function transportOf({ transport, server }: Pick<PeerSettings, 'transport' | 'server'>): Transport {
  const fetcher = createRestFetcher({ root: server.root, retry: false })
  const socket = NodeWebSocket as unknown as typeof WebSocket
  const webrtc = { password: 'a secret of the site', iceServers: [], wrtc }
  const transports: Record<PeerSettings['transport'], () => Transport> = {
    'WebRTC by the ajax endpoint': () =>
      ajaxWebrtcTransport({ ...webrtc, ajaxUrl: server.ajaxUrl, fetcher, EventSource }),
    'WebRTC by WebSocket': () =>
      socketWebrtcTransport({ ...webrtc, signalingUrl: server.signalingUrl, WebSocket: socket }),
    polling: () => pollingTransport({ fetcher }),
    'a WebSocket relay': () => webSocketTransport({ url: server.relayUrl, WebSocket: socket }),
  }
  return transports[transport]()
}
