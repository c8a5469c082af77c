import type { FetchRequest } from 'copydesk'
import { Reply, reply, type Rule, type SeenRequest } from './fakeServer'

/** One request of a batch, as it was sent. */
export type BatchedRequest = Pick<FetchRequest, 'path' | 'method' | 'headers'> & { readonly body?: unknown }

/** The requests of a batch, as they were sent; none for another request. */
export function batchedIn({
  path,
  method,
  data,
}: Pick<SeenRequest, 'path' | 'method' | 'data'>): BatchedRequest[] {
  return path === '/batch/v1' && method === 'POST' ? (data as { requests: BatchedRequest[] }).requests : []
}

/** What tells how many requests a batch may have. */
export const batchSchema = (maxItems?: unknown) => ({
  endpoints: [{ args: { validation: {}, requests: { maxItems } } }],
})

/** The answer to a batch: one entry for each request, with its body or what else is said of it. */
export const batchReply = (entries: readonly unknown[]) =>
  reply({ responses: entries.map(entryOf) }, { status: 207 })

/** The answer to a batch that was not executed: null for a valid request, else what is wrong with it. */
export const batchRefusal = (entries: readonly unknown[]) =>
  reply({ failed: 'validation', responses: entries.map((entry) => entry && entryOf(entry)) }, { status: 207 })

/** An entry that says that a request was refused. */
export const refusedEntry = (status: number, code: string, headers: unknown = []) => ({
  body: { code, message: `${code}!`, data: { status } },
  status,
  headers,
})

function entryOf(entry: unknown): unknown {
  const isEntry = typeof entry === 'object' && entry !== null && 'status' in entry && 'body' in entry
  return isEntry ? entry : { body: entry, status: 200, headers: [] }
}

/** A rule that also answers batches: each request in them by `rule`, as WordPress would. */
export function answersBatches(rule: Rule, maxItems = 25): Rule {
  return (seen) => {
    if (seen.path !== '/batch/v1') return rule(seen)
    if (seen.method === 'OPTIONS') return batchSchema(maxItems)
    return batchReply(
      batchedIn(seen).map(({ path = '', method = '', body }) => {
        const answer = rule({ ...seen, path: decodeURIComponent(path), method, data: body })
        if (answer instanceof Reply)
          return { body: answer.data, status: answer.options.status ?? 200, headers: [] }
        if (!(answer instanceof Error)) return answer
        const { status = 500, code = '' } = answer as { status?: number; code?: string }
        return refusedEntry(status, code)
      }),
    )
  }
}
