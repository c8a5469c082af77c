import { EntityStoreError } from '../../core/errors'
import type { FetchResponse } from '../../core/fetchContract'
import { isEqual } from '../../core/isEqual'
import type { RecordKey } from '../../core/keys'
import { isRecord } from '../../core/plain'
import type { EndedWrite, SendWrite } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { readRecord } from '../../entities/parseRecords'
import { removalAction } from '../../entities/removeEntityRecords'
import { statusOf } from '../../rest/restError'
import { bodyOf, sendWrite } from '../../saving/sendWrite'
import { recordSaved } from '../../saving/writeResults'
import { preconditionOf, tagIn, type Tag } from '../conflicts/preconditions'
import { targetOf, type Delivering } from './delivering'
import { isForGood } from './entry'

/**
 * Deletes a record: what is gone already is done. For good only as it was when that was asked for, which the request says
 * where the server distinguishes versions.
 * @throws EntityStoreError `save_conflict` where it has changed since.
 */
export async function deleteOnce(
  { context: { services }, config, intent, delivery: { entry } }: Delivering,
  send: SendWrite,
): Promise<EndedWrite> {
  const { signal } = intent.options
  const { key } = intent
  try {
    const tag = isForGood(entry, config) && key !== undefined ? await tagUnmoved(key) : {}
    const headers = preconditionOf(tag)
    return await send(headers && { headers })
  } catch (error) {
    const status = statusOf(error)
    if (status === 412 || status === 428) throw moved()
    if (!entry.mayBeDone || key === undefined || (status !== 404 && status !== 410)) throw error
    const invalidatedSeq = services.nextSeq()
    if (status === 404) {
      return {
        answer: { deleted: true },
        makeResults: () => [removalAction(entry.kind, entry.name, [key], invalidatedSeq)],
      }
    }
    const record = bodyOf(config, await read(key))
    const trashed = { ...targetOf(intent), isDelete: true }
    const makeResults = () => [
      recordSaved(config, trashed, readRecord(config, record, key), {
        invalidatedSeq,
        seq: services.nextSeq(),
      }),
    ]
    return { answer: record, body: record, makeResults }
  }

  /** By what the server tells the version that is to be deleted. Where the record says how new it is, it is looked at. */
  async function tagUnmoved(asked: RecordKey): Promise<Tag> {
    const { version: known = {} } = entry.basis ?? {}
    if (Object.keys(known).length === 0) return entry.tag ?? {}
    const response = await read(asked)
    const record = bodyOf(config, response)
    const version = isRecord(record) ? versionOfRecord(record) : {}
    if (!isEqual(version, known)) throw moved()
    return tagIn(response.headers)
  }

  function moved(): EntityStoreError {
    return new EntityStoreError(
      'save_conflict',
      `(${entry.kind}, ${entry.name}) ${intent.key} was changed after its deletion was asked for. Look at it, then delete it again or retry.`,
    )
  }

  function read(asked: RecordKey): Promise<FetchResponse> {
    const request = { method: 'GET', parameters: config.baseURLParams } as const
    return sendWrite(services, config, asked, request, signal ? { signal } : {})
  }
}
