import { RestError } from './restError'
import { parseUrl } from './urls'

/** The part of a `Response` that shows redirects; an answer of XMLHttpRequest has less of it. */
export interface RedirectInfo {
  readonly status: number
  readonly type?: string
  readonly redirected?: boolean
  readonly url?: string
  readonly headers: { get(name: string): string | null }
}

const mostRedirects = 20

/** Whether a request changes nothing on the server, so that it may be sent again and elsewhere. */
export function isSafeMethod(method: string): boolean {
  return /^(GET|HEAD|OPTIONS)$/.test(method)
}

/**
 * Sends a read and follows its redirects. Headers and cookies go along as long as these stay on the origin that was
 * asked; from there on nothing does. A page can't see where a redirect leads, so there the browser follows it by its own
 * rules: it takes the Authorization header away on another origin, and asks that origin by CORS for the other headers.
 * @returns The answer, and whether another origin had a part in it.
 */
export async function followRedirects<Answer extends RedirectInfo>(
  url: string,
  init: RequestInit,
  send: (url: string, init: RequestInit) => Promise<Answer>,
): Promise<{ answer: Answer; isFromElsewhere: boolean }> {
  const { origin } = parseUrl(url)
  if (typeof location !== 'undefined' && location.href.startsWith('http')) {
    const answer = await send(url, init)
    const isFromElsewhere = answer.redirected === true && parseUrl(answer.url ?? url).origin !== origin
    return { answer, isFromElsewhere }
  }
  let isFromElsewhere = false
  let address = url
  let sent = init
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await send(address, { ...sent, redirect: 'manual' })
    const target = isRedirect(answer) ? answer.headers.get('Location') : null
    if (target === null) return { answer, isFromElsewhere }
    address = new URL(target, parseUrl(address)).href
    if (answer.status === 303 && sent.method !== 'HEAD') sent = { ...sent, method: 'GET' }
    // Once it was elsewhere, what comes back to the own origin is somebody else's wish.
    if (parseUrl(address).origin !== origin) {
      isFromElsewhere = true
      sent = { ...sent, headers: acceptedOf(sent.headers), credentials: 'omit' }
    }
  }
  throw new RestError({
    code: 'redirected',
    message: `${init.method} was redirected more than ${mostRedirects} times. Check the root.`,
  })
}

/**
 * Refuses the answer to a write that was redirected: a platform that follows it asks with GET, whose answer says nothing
 * of the write.
 * @throws RestError `redirected`.
 */
export function refuseRedirect(answer: RedirectInfo, request: string): void {
  if (!isRedirect(answer) && !answer.redirected) return
  throw new RestError({
    code: 'redirected',
    message: `${request} was redirected${targetOf(answer)}, so it was probably not done. Give the address that the site redirects to as the root.`,
    request,
    status: answer.status,
  })
}

function targetOf({ headers, redirected, url }: RedirectInfo): string {
  const target = headers.get('Location') ?? (redirected ? url : null)
  return target ? ` to ${target.replace(/[?#].*/s, '')}` : ''
}

function isRedirect({ status, type }: RedirectInfo): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
}

function acceptedOf(headers: HeadersInit | undefined): Headers {
  return new Headers([...new Headers(headers)].filter(([name]) => name === 'accept'))
}
