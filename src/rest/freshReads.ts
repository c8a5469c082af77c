import { fetcherLike, type Fetcher, type FetchRequest, type FetchResponse } from '../core/fetchContract'
import { isRecord, type RecordData } from '../core/plain'

/** A fetcher that knows of which routes no cache by addresses answers what is asked with the parameter. */
interface FreshFetcher extends Fetcher {
  /** The request for what is so at this very moment: the same where the server may not know the parameter. */
  readonly asFresh?: (request: FetchRequest) => FetchRequest
}

/** How many records are remembered as they were saved. */
const mostSaved = 1000

/** A record as the answer to the last write of it had it. */
interface SavedRecord {
  readonly modified: string
  /** How many requests had been sent when it was answered. */
  readonly at: number
}

/**
 * A parameter with another value each time: what is asked with it, no cache answers that goes by addresses. WordPress
 * leaves it alone.
 */
function freshParameter(): RecordData {
  return { _fresh: Math.random().toString(36).slice(2) }
}

/**
 * A fetcher that gives no record older than this page's own last write of it. Where an answer has one, as from a host that
 * caches REST by its addresses, it is asked for again with a {@link freshParameter}, and so is all that is read from then
 * on: by WordPress's own routes all, by others what is in the same collection. By the times of WordPress, `modified_gmt`:
 * other servers are left alone. Where a write by its own routes is answered without one, as of terms, users, settings and
 * of what is gone, nothing shows whether a copy is old: what is read there from then on is asked with the parameter at once.
 */
export function withFreshReads(fetcher: Fetcher): Fetcher {
  const saved = new Map<string, SavedRecord>()
  /** Addresses at and below which all reads are asked with the parameter. */
  const askedFresh = new Set<string>()
  /** Collections of other routes whose answers are such as WordPress gives. */
  const likeWordPress = new Set<string>()
  let requests = 0

  const asFresh = (request: FetchRequest) =>
    isOfWordPress(request) || isWithin(likeWordPress, request) ? fresh(request) : request

  async function read(request: FetchRequest): Promise<FetchResponse> {
    const sentAt = ++requests
    const answer = await fetcher(isWithin(askedFresh, request) ? fresh(request) : request)
    if (!isOfWordPress(request)) noteKind(request, answer.data)
    // Until something is saved, no answer is older than that.
    if (saved.size === 0) return answer
    const isOld = ({ name, modified }: NamedRecord) => {
      const known = saved.get(name)
      return known !== undefined && known.at < sentAt && modified < known.modified
    }
    const old = recordsIn(request, answer.data).filter(isOld)
    if (old.length === 0) return answer
    // What the site says itself counts, also where it was set back.
    for (const { name, collection } of old) {
      saved.delete(name)
      askedFresh.add(isOfWordPress(request) ? '/wp' : collection)
    }
    return fetcher(fresh(request))
  }

  function noteKind(request: FetchRequest, body: unknown): void {
    const rows: readonly unknown[] = Array.isArray(body) ? body : [body]
    const [row] = rows
    const { modified_gmt: modified, _links: links } = Object(row) as RecordData
    const isLike = typeof modified === 'string' || Array.isArray((Object(links) as RecordData).self)
    if (isLike) likeWordPress.add(collectionIn(addressOf(request), row))
  }

  function note({ name, modified }: NamedRecord): void {
    saved.delete(name)
    saved.set(name, { modified, at: requests })
    if (saved.size > mostSaved) saved.delete(saved.keys().next().value as string)
  }

  const send = async (request: FetchRequest): Promise<FetchResponse> => {
    const { method = 'GET' } = request
    if (method === 'GET') return read(request)
    const answer = await fetcher(request)
    if (method === 'OPTIONS') return answer
    for (const [path, body] of writesIn(request, answer.data)) {
      const records = recordsIn({ path }, body)
      records.forEach(note)
      if (records.length === 0 && isOfWordPress({ path }))
        askedFresh.add(collectionIn(addressOf({ path }), body))
    }
    return answer
  }
  return Object.assign(fetcherLike(fetcher, send), { asFresh })
}

/**
 * The services of a read that must be new: no cache by addresses answers what is asked with them of WordPress's own routes,
 * and of those whose answers were such as WordPress gives. Other servers may not know the parameter.
 */
export function askingFresh<Given extends { readonly fetcher: Fetcher }>(services: Given): Given {
  const { fetcher } = services
  const { asFresh = (request: FetchRequest) => request }: FreshFetcher = fetcher
  const ask: Fetcher = (request) => fetcher(asFresh(request))
  return { ...services, fetcher: fetcherLike(fetcher, ask) }
}

/** Whether a request is at or below one of some addresses. */
function isWithin(addresses: ReadonlySet<string>, request: FetchRequest): boolean {
  // Mostly there is none.
  if (addresses.size === 0) return false
  const address = `${addressOf(request)}/`
  return [...addresses].some((one) => address.startsWith(`${one}/`))
}

function isOfWordPress({ path = '' }: FetchRequest): boolean {
  return path.startsWith('/wp/')
}

function fresh(request: FetchRequest): FetchRequest {
  const { path = '' } = request
  const [[name, value] = []] = Object.entries(freshParameter())
  const pair = `${name}=${String(value)}`
  return path.includes(`${name}=`)
    ? request
    : { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${pair}` }
}

/** The writes of a request, which may be a batch, by their paths with the bodies of their answers. */
function writesIn({ path = '', data }: FetchRequest, body: unknown): readonly (readonly [string, unknown])[] {
  const { requests } = Object(data) as { readonly requests?: unknown }
  const { responses } = Object(body) as { readonly responses?: unknown }
  if (!Array.isArray(requests) || !Array.isArray(responses)) return [[path, body]]
  return requests.map((one, at) => {
    const answer = Object(responses[at]) as { readonly body?: unknown }
    return [String((Object(one) as { readonly path?: unknown }).path), answer.body]
  })
}

/** A record of an answer, by the collection that it is in and its id. */
interface NamedRecord {
  readonly name: string
  readonly collection: string
  readonly modified: string
}

function recordsIn(request: FetchRequest, body: unknown): readonly NamedRecord[] {
  const address = addressOf(request)
  const rows: readonly unknown[] = Array.isArray(body) ? body : [body]
  return rows.flatMap((row) => {
    if (!isRecord(row) || typeof row.modified_gmt !== 'string') return []
    const collection = collectionIn(address, row)
    return [{ name: `${collection} ${String(row.id)}`, collection, modified: row.modified_gmt }]
  })
}

/** What is asked for, without its parameters. */
function addressOf({ path = '' }: FetchRequest): string {
  return path.split('?', 1)[0] as string
}

/** The address of the collection of which a record, or what is said of one that is gone, was answered. */
function collectionIn(address: string, body: unknown): string {
  const { id, previous } = Object(body) as {
    readonly id?: unknown
    readonly previous?: { readonly id?: unknown }
  }
  const end = `/${String(id ?? previous?.id)}`
  return address.endsWith(end) ? address.slice(0, -end.length) : address
}
