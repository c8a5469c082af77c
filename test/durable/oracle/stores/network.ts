import { RestError, type Fetcher, type FetchRequest, type FetchResponse } from 'copydesk'
import type { MockSite } from 'copydesk/testing'

/** What becomes of the next write: it is lost on its way or on its way back, refused, done twice, or done later. */
export type WriteFault = 'lost' | 'unanswered' | 'twice' | 'late' | 412 | 429 | 503

/** What one request writes to a post, before and after it, as the site has it. */
export interface Replaced {
  readonly id: number
  readonly field: 'title' | 'content'
  readonly before: string
  readonly after: string
  /** Whether somebody can have written between the look and the request. */
  readonly mayBeOvertaken: boolean
  /** Whether it was given up long ago; then, whether its page is there. */
  readonly late: 'gone' | 'there' | undefined
  /** Whether it leaves what a request of another page would, which was given up and may be done late. */
  readonly looksLate: boolean
}

export type Post = { readonly id: number } & { readonly [F in 'title' | 'content']: { readonly raw: string } }

const refusals = { 412: 'rest_precondition_failed', 429: 'too_many_requests', 503: 'maintenance' } as const

/** The network between pages and a site: it holds requests and answers, and loses them where it is told to. */
export function networkOf<Seen>(
  site: MockSite,
  /** What a page has seen, when a request of it leaves. */
  seenBy: (page: string) => Seen,
  onReplaced: (page: string, replaced: Replaced, seen: Seen) => void,
) {
  const faults: WriteFault[] = []
  const waiting: (() => void)[] = []
  const late: (() => Promise<unknown>)[] = []
  /** What its page gets no answer to, and has to take for what may still be done. */
  const unanswered: { readonly page: string; readonly written: readonly unknown[] }[] = []
  let hasLanded = false
  /** How often writes of each post were refused as out of date. */
  const timesRefused = new Map<number, number>()
  let isHeld = false
  let wasHeld = false
  let hasWaited = false
  let requests = 0
  /** The site does one thing at a time. */
  let work: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = work.then(run)
    work = result.catch(() => undefined)
    return result
  }
  const pass = () => (isHeld ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve())

  function noteRefused(ids: readonly number[]): void {
    for (const id of ids) timesRefused.set(id, (timesRefused.get(id) ?? 0) + 1)
  }

  function serve(
    page: string,
    request: FetchRequest,
    { late, seen = seenBy(page) }: { late?: () => 'gone' | 'there'; seen?: Seen } = {},
  ): Promise<FetchResponse> {
    return inTurn(async () => {
      const ids = idsOf(request)
      const before = await Promise.all(ids.map((id) => postOf(site, id)))
      const response = await site
        .as('ada')(request)
        .catch((error: unknown) => {
          if (error instanceof RestError && error.status === 412) noteRefused(ids)
          throw error
        })
      for (const [at, id] of ids.entries()) {
        const [old, now] = [before[at], await postOf(site, id)]
        for (const field of ['title', 'content'] as const)
          if (old && now && old[field].raw !== now[field].raw)
            onReplaced(
              page,
              {
                id,
                field,
                before: old[field].raw,
                after: now[field].raw,
                mayBeOvertaken: wasHeld,
                late: late?.(),
                looksLate: unanswered.some(
                  (one) => one.page !== page && one.written.includes(now[field].raw),
                ),
              },
              seen,
            )
      }
      return response
    })
  }

  /** The network of one page. Of a page that is gone nothing leaves any more, but what is on its way; nothing comes to it. */
  function of(page: string, life: { isOver: boolean }): Fetcher {
    return async (request) => {
      if (life.isOver) return new Promise(() => undefined)
      requests++
      await pass()
      const isWrite = (request.method ?? 'GET') !== 'GET' && request.method !== 'OPTIONS'
      const fault = isWrite ? faults.shift() : undefined
      if (fault === 'late' || fault === 'lost' || fault === 'unanswered')
        unanswered.push({ page, written: valuesOf(request) })
      if (fault === 'late') {
        const seen = seenBy(page)
        const isThere = () => (life.isOver ? 'gone' : 'there')
        late.push(() => serve(page, request, { late: isThere, seen }))
      }
      if (fault === 'lost' || fault === 'late') throw gone()
      if (fault === 412) noteRefused(idsOf(request))
      if (fault === 412 || fault === 429 || fault === 503) throw refused(fault)
      let response = await serve(page, request)
      if (fault === 'twice') response = await serve(page, request)
      await pass()
      if (life.isOver) return new Promise(() => undefined)
      if (fault === 'unanswered') throw gone()
      return response
    }
  }

  return {
    of,
    faults,
    isHeld: () => isHeld,
    hold: () => void (isHeld = wasHeld = true),
    /** Whether time may go by: once while requests are held. */
    mayWait: () => {
      const mayWait = !isHeld || !hasWaited
      hasWaited ||= isHeld
      return mayWait
    },
    /** Lets one request or answer go on, by its place among those that wait. */
    letGo: (place: number) => waiting.splice(place % Math.max(1, waiting.length), 1)[0]?.(),
    /** Nothing is held or lost any more. */
    mend: () => {
      isHeld = false
      faults.length = 0
      for (const go of waiting.splice(0)) go()
    },
    /** What was given up reaches the site after all. */
    land: async () => {
      hasLanded ||= late.length > 0
      for (const one of late.splice(0))
        await one().catch((error: unknown) => {
          if (!(error instanceof RestError)) throw error
        })
    },
    /** Whether anything has ever done so. */
    hasLanded: () => hasLanded,
    timesRefused: (id: number) => timesRefused.get(id) ?? 0,
    requests: () => requests,
    inTurn,
  }
}

function gone(): RestError {
  return new RestError({ code: 'fetch_error', message: 'The network is gone.' })
}

function refused(status: 412 | 429 | 503): RestError {
  return new RestError({ code: refusals[status], message: 'Refused.', status, data: { status } })
}

/** What a request writes. */
function valuesOf({ path = '', data }: FetchRequest): readonly unknown[] {
  const bodies = path.startsWith('/batch')
    ? (data as { requests: { body: object }[] }).requests
    : [{ body: data }]
  return bodies.flatMap(({ body }) => Object.values(Object(body) as object) as unknown[])
}

/** The posts that a request writes. */
function idsOf({ method = 'GET', path = '', data }: FetchRequest): readonly number[] {
  if (method === 'GET' || method === 'OPTIONS') return []
  const paths = path.startsWith('/batch') ? (data as { requests: { path: string }[] }).requests : [{ path }]
  return paths.flatMap((one) => Number(/^\/wp\/v2\/posts\/(\d+)(?:\?|$)/.exec(one.path)?.[1] ?? 0) || [])
}

export async function postOf(site: MockSite, id: number): Promise<Post | undefined> {
  const path = `/wp/v2/posts/${id}?context=edit`
  return (
    await site
      .as('ben')({ path })
      .catch(() => undefined)
  )?.data as Post | undefined
}
