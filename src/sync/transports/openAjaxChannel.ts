import type { Fetcher } from '../../core/fetchContract'
import { isAbortError, RestError } from '../../rest/restError'
import { type ConnectionProblem, reconnectDelay, refusalDelay } from './keepConnected'
import { type OpenSignalingChannel, readMessages } from './signalingChannel'

/** The part of the browser's `EventSource` that is used; the package `eventsource` has it too. */
export interface EventSourceLike {
  readonly readyState: number
  onopen: ((event: never) => unknown) | null
  onmessage: ((event: never) => unknown) | null
  onerror: ((event: never) => unknown) | null
  close(): void
}

/** Makes an `EventSource`. */
export type EventSourceConstructor = new (
  url: string,
  options?: { withCredentials?: boolean },
) => EventSourceLike

export interface AjaxChannelOptions {
  /** Address of the site's `admin-ajax.php`. */
  ajaxUrl: string
  /** Names this page to the site: messages wait there under it. */
  subscriberId: string
  fetcher: Fetcher
  EventSource: EventSourceConstructor
}

const action = 'gutenberg_signaling_server'
const closed = 2
/** Milliseconds after which an unsent message has lost its point. */
const staleAfter = 30_000

/**
 * Signalling by server-sent events and POST. A PHP site ends every answer at once and the browser asks again: one
 * interruption after an answer is the rule there, two without an answer between them are a failure.
 */
export function openAjaxChannel(options: AjaxChannelOptions): OpenSignalingChannel {
  const { ajaxUrl, subscriberId, fetcher } = options
  let wasEverOpen = false
  let refuse: (problem: ConnectionProblem) => void = () => {}
  const outbox = createOutbox(post, (error) => {
    const problem = problemOf(error, wasEverOpen)
    if (problem.code === 'network') return true
    refuse(problem)
    return false
  })

  return (events) => {
    const source = new options.EventSource(addressOfStream(ajaxUrl, subscriberId), { withCredentials: true })
    let interruptions = 0
    source.onopen = () => {
      wasEverOpen = true
      interruptions = 0
      events.received()
      events.opened()
    }
    source.onmessage = ({ data }: MessageEvent) => {
      events.received()
      for (const message of readMessages(data)) events.message(message)
    }
    source.onerror = (event: { data?: unknown }) => {
      if (typeof event.data === 'string') {
        const message = `The site can not keep messages: ${event.data} Ask who runs it.`
        events.lost({ code: 'network', message })
      } else if (source.readyState === closed || ++interruptions > 1) {
        source.close()
        void findReason(post, wasEverOpen).then((problem) => events.lost(problem))
      }
    }
    refuse = (problem) => events.lost(problem)
    return { send: outbox.send, close: () => source.close() }
  }

  async function post(message: string): Promise<void> {
    const body = new URLSearchParams({ action, subscriber_id: subscriberId, message })
    await fetcher({ url: ajaxUrl, method: 'POST', body })
  }
}

/**
 * Sends one message after the other, since an offer comes before its candidates, and keeps them over a lost
 * connection: an offer that is lost is never made again.
 *
 * @param mayPass - Whether a failure may pass, so that the message is worth another try.
 */
function createOutbox(post: (text: string) => Promise<void>, mayPass: (error: unknown) => boolean) {
  const waiting: { text: string; since: number }[] = []
  let isSending = false

  async function sendAll(): Promise<void> {
    isSending = true
    let tries = 0
    for (let next = waiting[0]; next; next = waiting[0]) {
      try {
        if (Date.now() - next.since < staleAfter) await post(next.text)
        waiting.shift()
        tries = 0
      } catch (error) {
        if (!mayPass(error)) waiting.length = 0
        await new Promise((resolve) => setTimeout(resolve, reconnectDelay(++tries)))
      }
    }
    isSending = false
  }

  return {
    send(text: string): void {
      waiting.push({ text, since: Date.now() })
      if (!isSending) void sendAll()
    },
  }
}

/** The browser does not say why a stream failed; a POST does. */
async function findReason(
  post: (text: string) => Promise<void>,
  wasEverOpen: boolean,
): Promise<ConnectionProblem> {
  try {
    await post('{"type":"ping"}')
  } catch (error) {
    return problemOf(error, wasEverOpen)
  }
  return { code: 'network', message: 'The site did not keep the stream of messages open. Trying again.' }
}

function addressOfStream(ajaxUrl: string, subscriberId: string): string {
  const query = new URLSearchParams({ action, subscriber_id: subscriberId })
  return `${ajaxUrl}${ajaxUrl.includes('?') ? '&' : '?'}${query.toString()}`
}

function problemOf(error: unknown, wasEverOpen: boolean): ConnectionProblem {
  if (isAbortError(error)) return { code: 'network', message: 'The request was given up.' }
  if (!(error instanceof RestError)) return { code: 'unknown-error', message: String(error) }
  const { status, message } = error
  const said = `The site's ajax endpoint answered with status ${status}`
  if (status === 401 || status === 403 || (status === 400 && wasEverOpen)) {
    const text = `${said}: the sign-in has expired, or this user may not. Sign in again.`
    return { code: 'authentication-failed', message: text, retryInMs: refusalDelay }
  }
  if (status === 400 || status === 404) {
    const text = `${said}: nobody is signed in, or the site has no signalling. Sign in, or use another transport.`
    return { code: 'unsupported', message: text, retryInMs: refusalDelay }
  }
  return { code: 'network', message }
}
