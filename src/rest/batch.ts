import type { Fetcher, FetchRequest, FetchResponse } from '../core/fetchContract'
import { headersOf } from './headersOf'
import { errorOfBody } from './errorOfBody'
import { codeOf, isAbortError, RestError, statusOf } from './restError'

/** A write that waits for others, to travel in one request with them. */
export interface QueuedWrite {
  readonly request: FetchRequest
  readonly resolve: (answer: FetchResponse | Promise<FetchResponse>) => void
  readonly reject: (error: unknown) => void
}

/** What one store has learned of the batches of its server. */
export interface BatchKnowledge {
  /** Whether the server takes no batches, so that none is tried again. */
  isRefused?: boolean
  /** How many requests a batch may have, as the server says, once it was asked. */
  limit?: Promise<unknown> | undefined
  /** Routes that the server takes only as requests of their own. */
  readonly unbatched: Set<string>
}

/** How batches are sent. */
export interface BatchOptions {
  readonly fetcher: Fetcher
  readonly knowledge: BatchKnowledge
  /** Gives all of it up when it aborts. */
  readonly signal?: AbortSignal | undefined
  /** Whether the valid writes are executed when others are invalid; else none of them is. */
  readonly allowPartial: boolean
}

/** Routes of WordPress that it does not batch, and paths that it would not decode in a batch. */
const unbatchedRoutes =
  /^[^?]*%|^\/wp\/v2\/(comments|global-styles|media|plugins|settings|sidebars|template)|\/autosaves$/

const ofWordPress = /^\/?wp\/v2\//

/** Whether a server takes a request along with others, as far as its path and its entity say. */
export function isBatchable({ path = '', isBatchable }: Pick<FetchRequest, 'path' | 'isBatchable'>): boolean {
  return (isBatchable ?? ofWordPress.test(path)) && !unbatchedRoutes.test(path)
}

/** What a server answers that takes no batches, or not this one, and has done nothing: it may take its writes. */
const noBatches: readonly unknown[] = [403, 404, 405, 413]

/** How many requests a batch has where the server does not tell. */
export const usualLimit = 25

/**
 * Sends writes in as few requests as the server allows, and settles each: `OPTIONS /batch/v1`, once, for how many fit
 * into one, then `POST /batch/v1` for one part after another. A single write, one that the server does not batch, and
 * those of a batch that it takes none of are requests of their own. A write whose signal has aborted is left out, for
 * the caller to settle.
 * @returns What the first batch failed with that failed as a whole, all of whose writes reject; undefined when none did.
 */
export async function sendBatch(
  writes: readonly QueuedWrite[],
  { fetcher, knowledge, signal, allowPartial }: BatchOptions,
): Promise<unknown> {
  const { unbatched } = knowledge
  // A fetcher that throws at once must not hold up the others.
  const call: Fetcher = async (request) => fetcher(request)
  const sendAlone = ({ request, resolve }: QueuedWrite) => resolve(call(request))
  const ask = (method: string, data?: object) =>
    call({ path: '/batch/v1', method, ...(data && { data }), ...(signal && { signal }) })
  let failure: unknown

  async function readLimit(): Promise<unknown> {
    type Schema = { endpoints?: { args?: { requests?: { maxItems?: unknown } } }[] }
    const { data } = await ask('OPTIONS')
    return (data as Schema).endpoints?.[0]?.args?.requests?.maxItems
  }

  async function sendPart(writes: readonly QueuedWrite[]): Promise<void> {
    // Earlier parts take their time, in which writes are given up.
    const part = writes.filter(({ request }) => !request.signal?.aborted)
    if (part.length < 2) return part.forEach(sendAlone)
    const requests = part.map(({ request: { path, data: body, method, headers } }) => ({
      path,
      body,
      method,
      headers,
    }))
    try {
      await sendPart(settle(part, await ask('POST', { validation: 'require-all-validate', requests })))
    } catch (error) {
      if (noBatches.includes(statusOf(error))) {
        // A batch that is too large, or an expired login, says nothing of the next one.
        if (statusOf(error) !== 413 && codeOf(error) !== 'rest_cookie_invalid_nonce')
          knowledge.isRefused = true
        return part.forEach(sendAlone)
      }
      for (const { reject } of part) reject(error)
      if (!isAbortError(error)) failure ??= error
    }
  }

  /** Settles the writes of a batch by its answer; gives those that it left out and that are to be sent again. */
  function settle(
    part: readonly QueuedWrite[],
    { data, status: all }: FetchResponse,
  ): readonly QueuedWrite[] {
    const { responses, failed } = Object(data) as { responses?: readonly unknown[]; failed?: unknown }
    if (responses?.length !== part.length) {
      throw new RestError({
        code: 'invalid_response',
        message: `A batch processor must return as many results as inputs, but POST /batch/v1 returned ${responses?.length} for ${part.length}.`,
        status: all,
        data,
      })
    }
    const left: QueuedWrite[] = []
    let isInvalid = false
    part.forEach((write, i) => {
      const { status = 0, body, headers: given } = Object(responses[i]) as BatchEntry
      const headers = headersOf(given)
      if (failed && !responses[i]) left.push(write)
      else if (codeOf(body) === 'rest_batch_not_allowed') {
        unbatched.add(routeOf(write.request))
        sendAlone(write)
      } else if (!failed && status >= 200 && status < 300) write.resolve({ status, headers, data: body })
      else {
        isInvalid = true
        write.reject(errorOfBody(body, status, nameOf(write.request), headers))
      }
    })
    if (left.length < part.length && (allowPartial || !isInvalid)) return left
    for (const { reject } of left) {
      reject(
        new RestError({
          code: 'batch_not_executed',
          message: 'Not executed because another request in the batch was invalid.',
          status: 400,
        }),
      )
    }
    return []
  }

  const isAlone = ({ request }: QueuedWrite) =>
    knowledge.isRefused === true || !isBatchable(request) || unbatched.has(routeOf(request))
  function onNoLimit(error: unknown): undefined {
    knowledge.limit = undefined
    // Where nothing is there to tell of batches, nothing is there to take them.
    if (statusOf(error) === 404) knowledge.isRefused = true
  }

  const batched = writes.filter((write) => !isAlone(write))
  writes.filter(isAlone).forEach(sendAlone)
  const stated = batched.length > 1 && (await (knowledge.limit ??= readLimit().catch(onNoLimit)))
  if (knowledge.isRefused) batched.splice(0).forEach(sendAlone)
  const limit = Number(stated) > 0 ? Number(stated) : usualLimit
  for (let i = 0; i < batched.length; i += limit) await sendPart(batched.slice(i, i + limit))
  return failure
}

/** What a batch answers to one of its requests. */
interface BatchEntry {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | null
}

function nameOf({ method, path }: FetchRequest): string {
  return `${method} ${path}`
}

/** Names a route: records of one collection share it where their ids are numbers. */
function routeOf(request: FetchRequest): string {
  return nameOf(request).replace(/\?.*|\d+/g, '')
}
