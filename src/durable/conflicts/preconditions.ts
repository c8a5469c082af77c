import { keyField, type EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import type { RecordKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { isRecord, type RecordData } from '../../core/plain'
import { recordPath } from '../../entities/recordPath'
import { keyOf } from '../../entities/parseRecords'
import { recordIn } from '../../entities/readAnswers'
import { statusOf, type RestError } from '../../rest/restError'
import type { TaggedAnswer } from './taggedAnswers'

/** What a server has said to tell versions of a record apart. */
export interface Tag {
  /** A strong `ETag`. */
  readonly etag?: string
  readonly lastModified?: string
  /** Whether there is an `ETag` that no precondition takes, as web servers make it of one when they compress an answer. */
  readonly isWeak?: boolean
  /** Whether it came under a name that durable.php alone gives, which refuses writes that are out of date. */
  readonly isOfGuard?: boolean
}

/** The newest tag of a record; empty where it had none, as one that is yet to be made. */
export function tagOf(answers: readonly TaggedAnswer[], config: EntityConfig, key: RecordKey): Tag {
  return tagIn(answersFor(answers, config, key).at(-1)?.headers)
}

/**
 * The tag that a record came with; empty where it came without one, such as in a list or by another tab, or nobody can
 * say any more. With a newer tag what that has would be replaced unseen.
 */
export function tagOfRecord(
  answers: readonly TaggedAnswer[],
  config: EntityConfig,
  key: RecordKey,
  record: unknown,
): Tag {
  const found = answersFor(answers, config, key).filter(({ body, headers }) => {
    const data = body?.deref()
    return data !== undefined && isEqual(recordIn(config, { data, headers }), record)
  })
  return tagIn(found.at(-1)?.headers)
}

function answersFor(
  answers: readonly TaggedAnswer[],
  config: EntityConfig,
  key: RecordKey,
): readonly TaggedAnswer[] {
  if (isLocalId(key)) return []
  const [address] = recordPath(config, key).split('?')
  return answers.filter(({ path = '', method = 'GET' }) => {
    const [asked, query = ''] = path.split('?')
    // Of some fields of a record a server may make a tag of their own.
    return asked === address && !query.includes('_fields=') && !/^(OPTIONS|DELETE)$/.test(method)
  })
}

/** The tag of one answer. */
export function tagIn(headers: TaggedAnswer['headers'] | undefined): Tag {
  const named = headers?.get('Copydesk-Tag') ?? undefined
  const etag = named ?? headers?.get('ETag') ?? undefined
  const lastModified = headers?.get('Last-Modified') ?? undefined
  return {
    ...(etag !== undefined && (etag.startsWith('W/') ? { isWeak: true } : { etag })),
    ...(named?.startsWith('W/') === false && { isOfGuard: true }),
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
  return status === 412 || status === 428 || (status === 409 && recordAlong(config, key, error) !== undefined)
}

/** The record as it is now, where a refusal brings it along. One without an id can't be told from the reason that it gives. */
export function recordAlong(config: EntityConfig, key: RecordKey, error: unknown): RecordData | undefined {
  const { body } = error as Partial<RestError>
  return keyField(config) !== undefined && isRecord(body) && keyOf(config, body) === key ? body : undefined
}
