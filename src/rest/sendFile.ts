import type { Fetcher, FetchRequest, FetchResponse } from '../core/fetchContract'
import { codeOf, isAbortError, RestError, statusOf } from './restError'
import { buildPath } from './urls'

const mostTries = 5

/**
 * Sends a file with the fields in `data` as a form. Where the server keeps the file but fails to make its sizes, it is
 * asked to go on, up to five times; after that, or when the caller gives up, what it kept is deleted.
 *
 * @param send - The fetcher that sends the requests.
 * @param name - The file's name; default: its own, or `upload.` and the second part of its media type.
 * @throws what the fetcher rejects with; a RestError with the code of the server that could not finish.
 */
export async function sendFile(
  send: Fetcher,
  { data, ...request }: FetchRequest,
  file: Blob & { readonly name?: string },
  name = file.name || `upload.${file.type.replace(/^.*\/|[+;].*$/g, '')}`,
): Promise<FetchResponse> {
  const body = new FormData()
  // Forms hold texts, named as in a query: `meta[subtitle]`.
  const texts = new URLSearchParams(buildPath('', undefined, data as object))
  texts.forEach((text, field) => body.append(field, text))
  body.append('file', file, name)
  try {
    return await send({ ...request, body })
  } catch (error) {
    return finish(send, request, error)
  }
}

/** Lets the server finish an attachment that it kept while it failed: it goes on where it stopped. */
async function finish(
  send: Fetcher,
  { path = '', signal }: FetchRequest,
  error: unknown,
): Promise<FetchResponse> {
  const { message = '', data, headers } = Object(error) as Partial<RestError>
  const [status, code] = [statusOf(error), codeOf(error)]
  const id = status >= 500 && headers?.get?.('X-WP-Upload-Attachment-ID')
  if (!headers || !id || !/^\d+$/.test(id)) throw error
  let cause: unknown
  for (let tries = 0; tries < mostTries && !isAbortError(cause); tries++) {
    try {
      return await send({
        path: buildPath(path, `${id}/post-process`),
        method: 'POST',
        data: { action: 'create-image-subsizes' },
        signal,
      })
    } catch (thrown) {
      cause = thrown
    }
  }
  // Sent without the signal: what was given up must not stay behind.
  const deletion = send({ path: buildPath(path, id, { force: true }), method: 'DELETE' }).then(
    () => true,
    () => false,
  )
  if (isAbortError(cause)) throw cause
  const isDeleted = await deletion
  throw new RestError({
    code,
    message:
      message +
      ` Attachment ${id} could not be finished in ${mostTries} tries and ${isDeleted ? 'was' : 'could not be'} deleted.`,
    status,
    data,
    cause,
    headers,
  })
}
