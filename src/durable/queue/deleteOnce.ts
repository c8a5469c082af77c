import { EntityStoreError } from '../../core/errors'
import { isEqual } from '../../core/isEqual'
import type { RecordKey } from '../../core/keys'
import { isEmpty } from '../../core/plain'
import type { EndedWrite, SendWrite } from '../../core/writeGate'
import { readRecord } from '../../entities/parseRecords'
import { removalAction } from '../../entities/removeEntityRecords'
import { statusOf } from '../../rest/restError'
import { recordSaved } from '../../saving/writeResults'
import { hasValues, isForGood } from '../conflicts/knownValues'
import { preconditionOf, type Tag } from '../conflicts/preconditions'
import { readAgain } from '../conflicts/readTheirs'
import type { ReadRecord } from '../readAsAnswer'
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
  const isFinal = isForGood(entry, config)
  try {
    const found = entry.mayBeDone || isFinal ? await look(key) : {}
    if (found === 'gone') return removed(key)
    if ('record' in found) return trashed(key, found)
    const headers = isFinal ? preconditionOf(found) : undefined
    return await send(headers && { headers })
  } catch (error) {
    const status = statusOf(error)
    if (status === 412 || status === 428) throw moved()
    if (status === 410 && !isFinal) {
      const found = await readAgain(services, config, key, {})
      // Whoever has put it there.
      if (found !== 'gone' && found.record.status === 'trash') return trashed(key, found)
      throw error
    }
    if (!entry.mayBeDone || (status !== 404 && status !== 410)) throw error
    return removed(key)
  }

  function removed(asked: RecordKey): EndedWrite {
    const seq = services.nextSeq()
    return {
      answer: { deleted: true },
      makeResults: () => [removalAction(entry.kind, entry.name, [asked], seq)],
    }
  }

  /** The record has been put into the trash. */
  function trashed(asked: RecordKey, { record }: ReadRecord): EndedWrite {
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
   * By what the server tells the version that is to be deleted, or the record where it is in the trash already, or was deleted
   * by what was sent before.
   * @throws EntityStoreError `save_conflict` where it is another version than was known when that was asked for.
   */
  async function look(asked: RecordKey): Promise<Tag | ReadRecord | 'gone'> {
    const { version: known = {} } = entry.origin ?? {}
    const { known: values = {} } = entry
    const isKnown = !isEmpty(known) || !isEmpty(values)
    if (!entry.mayBeDone && (!isKnown || (isEmpty(known) && entry.tag))) return entry.tag ?? {}
    const found = await readAgain(services, config, asked, {})
    // The answer to the deletion says so.
    if (found === 'gone') return entry.mayBeDone ? 'gone' : {}
    const { record, version, tag } = found
    if (entry.mayBeDone && !isFinal && record.status === 'trash') return found
    const isSame = isEmpty(known) ? hasValues(config, record, values) : isEqual(version, known)
    if (!isSame) throw moved()
    return (isKnown ? tag : entry.tag) ?? {}
  }

  function moved(): EntityStoreError {
    return new EntityStoreError(
      'save_conflict',
      `(${entry.kind}, ${entry.name}) ${intent.key} was changed after its deletion was asked for. Look at it, then delete it again or retry.`,
    )
  }
}
