import type { EntityConfig } from '../../config/entityConfig'
import type { Fetcher, FetchRequest, FetchResponse } from '../../core/fetchContract'
import type { RecordKey } from '../../core/keys'
import { isRecord } from '../../core/plain'
import { recordPath } from '../../entities/recordPath'
import { keyOf } from '../../entities/parseRecords'
import { statusOf, type RestError } from '../../rest/restError'

/** What a server has said to tell versions of a record apart. */
export interface Tag {
  /** A strong `ETag`. */
  readonly etag?: string
  readonly lastModified?: string
}

/** The most records whose tags are remembered. */
const mostTags = 2000

/** The tags of a store's records. */
export type Tags = ReturnType<typeof makeTags>

/** Remembers the tags of records as their answers bring them, by address. */
export function makeTags() {
  const tags = new Map<string, Tag>()

  function notice({ path = '', method = 'GET' }: FetchRequest, { headers }: FetchResponse): void {
    const [address = '', query = ''] = path.split('?')
    const etag = headers.get('ETag') ?? undefined
    const lastModified = headers.get('Last-Modified') ?? undefined
    // Of some fields of a record a server may make a tag of their own.
    if (query.includes('_fields=') || method === 'OPTIONS' || method === 'DELETE') return
    const isStrong = etag !== undefined && !etag.startsWith('W/')
    if (!isStrong && lastModified === undefined) return
    tags.delete(address)
    tags.set(address, { ...(isStrong && { etag }), ...(lastModified !== undefined && { lastModified }) })
    const [oldest] = tags.keys()
    if (tags.size > mostTags && oldest !== undefined) tags.delete(oldest)
  }

  return {
    /** A fetcher whose answers are noticed. */
    watch:
      (fetcher: Fetcher): Fetcher =>
      async (request) => {
        const response = await fetcher(request)
        notice(request, response)
        return response
      },
    /** The tag of a record; undefined where none is known. */
    of: (config: EntityConfig, key: RecordKey): Tag | undefined =>
      tags.get(recordPath(config, key).split('?')[0] ?? ''),
  }
}

/** The header by which a server refuses a write to another version than that of a tag. */
export function preconditionOf(tag: Tag | undefined): Readonly<Record<string, string>> | undefined {
  if (tag?.etag !== undefined) return { 'If-Match': tag.etag }
  if (tag?.lastModified !== undefined) return { 'If-Unmodified-Since': tag.lastModified }
  return undefined
}

/** Whether a write was refused because the record has changed, or has to be read first. */
export function isOutdated(config: EntityConfig, key: RecordKey, error: unknown): boolean {
  const status = statusOf(error)
  if (status === 412 || status === 428) return true
  const { body } = error as RestError
  return status === 409 && isRecord(body) && keyOf(config, body) === key
}
