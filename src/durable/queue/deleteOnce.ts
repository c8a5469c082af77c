import { EntityStoreError } from '../../core/errors'
import type { FetchResponse } from '../../core/fetchContract'
import { isEqual } from '../../core/isEqual'
import type { RecordKey } from '../../core/keys'
import { isEmpty, isRecord, type RecordData } from '../../core/plain'
import type { EndedWrite, SendWrite } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { readRecord } from '../../entities/parseRecords'
import { removalAction } from '../../entities/removeEntityRecords'
import { statusOf } from '../../rest/restError'
import { bodyOf, sendWrite } from '../../saving/sendWrite'
import { recordSaved } from '../../saving/writeResults'
import { hasValues, isForGood } from '../conflicts/knownValues'
import { preconditionOf, tagIn, type Tag } from '../conflicts/preconditions'
import { targetOf } from '../targetOf'
import type { Delivering } from './delivering'

/**
 * Deletes a record: what is gone already, or in the trash, is done. For good only as it was when that was asked for, which
 * the request says where the server distinguishes versions. What was sent before, and not answered, is looked at first:
 * somebody may have restored it since.
 * @throws EntityStoreError `save_conflict` where it has changed since.
 */
export async function deleteOnce(
  { context: { services }, config, intent, delivery: { entry } }: Delivering,
  send: SendWrite,
): Promise<EndedWrite> {
  const { key } = intent
  if (key === undefined) return send()
  try {
    const isChecked = entry.mayBeDone || isForGood(entry, config)
    const found = isChecked ? await look(key) : {}
    if ('record' in found) return trashed(key, found.record)
    const headers = isForGood(entry, config) ? preconditionOf(found) : undefined
    return await send(headers && { headers })
  } catch (error) {
    const status = statusOf(error)
    if (status === 412 || status === 428) throw moved()
    if (status === 410 && !isForGood(entry, config)) {
      const record = bodyOf(config, await read(key))
      // Whoever has put it there.
      if (isRecord(record) && record.status === 'trash') return trashed(key, record)
      throw error
    }
    if (!entry.mayBeDone || (status !== 404 && status !== 410)) throw error
    const invalidatedSeq = services.nextSeq()
    return {
      answer: { deleted: true },
      makeResults: () => [removalAction(entry.kind, entry.name, [key], invalidatedSeq)],
    }
  }

  /** The record has been put into the trash. */
  function trashed(asked: RecordKey, record: unknown): EndedWrite {
    const invalidatedSeq = services.nextSeq()
    const makeResults = () => [
      recordSaved(config, targetOf(intent), readRecord(config, record, asked), {
        invalidatedSeq,
        seq: services.nextSeq(),
      }),
    ]
    return { answer: record, body: record, makeResults }
  }

  /**
   * By what the server tells the version that is to be deleted, or the record where it is in the trash already.
   * @throws EntityStoreError `save_conflict` where it is another version than was known when that was asked for.
   */
  async function look(asked: RecordKey): Promise<Tag | { readonly record: RecordData }> {
    const { version: known = {} } = entry.origin ?? {}
    const { known: values = {} } = entry
    const isKnown = !isEmpty(known) || !isEmpty(values)
    if (!entry.mayBeDone && (!isKnown || (isEmpty(known) && entry.tag))) return entry.tag ?? {}
    const response = await read(asked)
    const record = bodyOf(config, response)
    if (!isRecord(record)) throw moved()
    if (entry.mayBeDone && !isForGood(entry, config) && record.status === 'trash') return { record }
    const isSame = isEmpty(known)
      ? hasValues(config, record, values)
      : isEqual(versionOfRecord(record), known)
    if (!isSame) throw moved()
    return isKnown ? tagIn(response.headers) : (entry.tag ?? {})
  }

  function moved(): EntityStoreError {
    return new EntityStoreError(
      'save_conflict',
      `(${entry.kind}, ${entry.name}) ${intent.key} was changed after its deletion was asked for. Look at it, then delete it again or retry.`,
    )
  }

  function read(asked: RecordKey): Promise<FetchResponse> {
    const request = { method: 'GET', parameters: config.baseURLParams } as const
    return sendWrite(services, config, asked, request, {})
  }
}
