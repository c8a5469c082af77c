import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from './readBody'
import type { SignalingHub, SignalingMessage } from './signalingHub'

/** How the answers are given; may be changed while the server runs. */
export interface AjaxSignalingSettings {
  /** Milliseconds after which the browser asks again once an answer has ended. */
  retry: number
  /** Keeps each answer open and writes messages as they come. A PHP site can't, and ends each at once. */
  isHeldOpen: boolean
}

/** Characters of a message. */
const mostCharacters = 64 * 1024

/**
 * Signalling by server-sent events and POST, as a site's ajax endpoint speaks it: `action`, `subscriber_id` and,
 * in a POST, `message`.
 */
export function createAjaxSignaling(hub: SignalingHub, settings: AjaxSignalingSettings) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isPost = request.method === 'POST'
    const fields = isPost
      ? new URLSearchParams((await readBody(request))?.toString())
      : new URL(request.url ?? '/', 'http://localhost').searchParams
    // The site's ajax endpoint answers an action that nobody takes with a nought.
    if (fields.get('action') !== 'gutenberg_signaling_server') return plain(response, 400, '0')
    const subscriber = fields.get('subscriber_id')
    if (!subscriber) return plain(response, 200, 'no identifier')
    if (!isPost) return stream(subscriber, request, response)
    const message = parse(fields.get('message'))
    if (!message) return plain(response, 200, 'no message')
    hub.receive(subscriber, message)
    plain(response, 200, '{"result":"ok"}\n\n')
  }

  function stream(subscriber: string, request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.write(`retry: ${settings.retry}\n`)
    if (settings.isHeldOpen) {
      response.write('\n')
      request.once(
        'close',
        hub.listen(subscriber, (messages) => response.write(eventOf(messages))),
      )
    } else {
      const kept = hub.take(subscriber)
      response.end(kept.length > 0 ? eventOf(kept) : '\n')
    }
  }
}

function eventOf(messages: SignalingMessage[]): string {
  return `id: ${Math.floor(Date.now() / 1000)}\nevent: message\ndata: ${JSON.stringify(messages)}\n\n`
}

function parse(text: string | null): SignalingMessage | null {
  try {
    if ((text?.length ?? 0) > mostCharacters) return null
    const message: unknown = JSON.parse(text ?? '')
    return typeof message === 'object' && message !== null ? { ...message } : null
  } catch {
    return null
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}
