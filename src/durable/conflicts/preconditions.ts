import type { EntityConfig } from '../../config/entityConfig'
import type { RecordKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { isRecord } from '../../core/plain'
import { recordPath } from '../../entities/recordPath'
import { keyOf } from '../../entities/parseRecords'
import { statusOf, type RestError } from '../../rest/restError'
import type { TaggedAnswer } from './taggedAnswers'

/** What a server has said to tell versions of a record apart. */
export interface Tag {
  /** A strong `ETag`. */
  readonly etag?: string
  readonly lastModified?: string
}

/** The tag of a record as it came with its last whole answer; empty where it had none, as one that is yet to be made. */
export function tagOf(answers: readonly TaggedAnswer[], config: EntityConfig, key: RecordKey): Tag {
  if (isLocalId(key)) return {}
  const [address] = recordPath(config, key).split('?')
  const all = answers.filter(({ path = '', method = 'GET' }) => {
    const [asked, query = ''] = path.split('?')
    // Of some fields of a record a server may make a tag of their own.
    return asked === address && !query.includes('_fields=') && !/^(OPTIONS|DELETE)$/.test(method)
  })
  return tagIn(all.at(-1)?.headers)
}

/** The tag of one answer. */
export function tagIn(headers: TaggedAnswer['headers'] | undefined): Tag {
  const etag = headers?.get('ETag') ?? undefined
  const lastModified = headers?.get('Last-Modified') ?? undefined
  return {
    ...(etag !== undefined && !etag.startsWith('W/') && { etag }),
    ...(lastModified !== undefined && { lastModified }),
  }
}

/** The header by which a server refuses a write to another version than that of a tag. */
export function preconditionOf(tag: Tag): Readonly<Record<string, string>> | undefined {
  if (tag.etag !== undefined) return { 'If-Match': tag.etag }
  if (tag.lastModified !== undefined) return { 'If-Unmodified-Since': tag.lastModified }
  return undefined
}

/** Whether a write was refused because the record has changed, or has to be read first. */
export function isOutdated(config: EntityConfig, key: RecordKey, error: unknown): boolean {
  const status = statusOf(error)
  if (status === 412 || status === 428) return true
  const { body } = error as RestError
  return status === 409 && isRecord(body) && keyOf(config, body) === key
}
