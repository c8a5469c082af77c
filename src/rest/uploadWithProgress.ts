import type { ResponseHeaders, UploadProgress } from '../core/fetchContract'
import { parseUrl } from './urls'

/** An answer before its body is read. */
export interface RawAnswer {
  /** HTTP status. */
  status: number
  /** Headers of the answer. */
  headers: ResponseHeaders
  /** Gives the whole body. */
  text(): Promise<string>
  /** The body as it arrives, where the platform gives that. */
  body?: ReadableStream<Uint8Array> | null
  /** A second one of the same, where the platform gives that. */
  clone?(): { readonly body?: ReadableStream<Uint8Array> | null }
  /** Whether it is the answer of another address than the one that was asked. */
  redirected?: boolean
  /** The address that answered. */
  url?: string
  /** `opaqueredirect` for a redirect that the browser did not follow. */
  type?: string
}

/**
 * Sends a request through XMLHttpRequest, which tells how much of the body has left; `fetch` cannot.
 * Rejects as `fetch` does: with a TypeError where no answer came, with the signal's reason when aborted.
 */
export function uploadWithProgress(
  url: string,
  init: RequestInit & { headers: Headers },
  onProgress: (progress: UploadProgress) => void,
): Promise<RawAnswer> {
  const { method = 'GET', headers, body, credentials, signal } = init
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.withCredentials = credentials === 'include'
    headers.forEach((value, name) => xhr.setRequestHeader(name, value))
    const stop = () => xhr.abort()
    signal?.addEventListener('abort', stop)
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress({ loaded, total: lengthComputable ? total : null })
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        headers: { get: (name) => xhr.getResponseHeader(name) },
        text: async () => xhr.responseText,
        url: xhr.responseURL,
        redirected: Boolean(xhr.responseURL) && withoutHash(xhr.responseURL) !== withoutHash(url),
      })
    xhr.onloadend = () => {
      signal?.removeEventListener('abort', stop)
      // Does nothing after onload.
      reject(signal?.aborted ? signal.reason : new TypeError('The upload was not answered.'))
    }
    xhr.send(body as XMLHttpRequestBodyInit | null | undefined)
  })
}

function withoutHash(url: string): string {
  const address = parseUrl(url)
  address.hash = ''
  return address.href
}
