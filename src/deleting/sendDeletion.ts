import { keyField, type EntityConfig } from '../config/entityConfig'
import { readRecord } from '../entities/parseRecords'
import { removalAction } from '../entities/removeEntityRecords'
import { countsOfAny, termsCounted } from '../entities/termCounts'
import { EntityStoreError, show, type StoredError } from '../core/errors'
import type { EntityId, RecordKey } from '../core/keys'
import { isRecord, own, type RecordData } from '../core/plain'
import type { WriteInput, SentOtherwise, WritePlan, Writing } from '../saving/defineWrite'
import { bodyOf, isEmptyBody, sendWrite } from '../saving/sendWrite'
import { isRefusal } from '../saving/settleEdits'
import { invalidatedScopes, recordSaved } from '../saving/writeResults'
import { statusOf } from '../rest/restError'
import type { EndedWrite } from '../core/writeGate'
import type { StateWithSaving } from '../saving/reducer'

/** A deletion. */
export interface DeletionInput extends WriteInput {
  readonly id: EntityId
  readonly parameters: RecordData
  /** When it was asked for. */
  readonly seq: number
}

/** What is known of a record that is to be deleted. */
export interface DeletionPlan extends WritePlan {
  readonly parameters: RecordData
  /** The record as it is known, whole. */
  readonly known: RecordData | undefined
  /** What an earlier try has failed with. */
  readonly failure: StoredError | undefined
}

/**
 * Sends the deletion of a record, and finds out what is left of it. Where it is repeated because its answer was lost, the
 * server's word that the record is gone (404), or in the trash (410), is as good as that answer.
 * @throws What the fetcher rejects with; EntityStoreError `invalid_response` for an answer that says nothing of the deletion.
 */
export async function sendDeletion(
  { config, target, options, services, getState }: Writing<StateWithSaving, DeletionInput>,
  { parameters, known, failure }: DeletionPlan,
  { headers }: SentOtherwise,
): Promise<EndedWrite> {
  const { kind, name } = target
  const key = target.key as RecordKey
  // What else goes stale with it: the terms that it counts for.
  const counted = termsCounted(getState(), config, known)
  const read = async () => {
    const request = { method: 'GET', parameters: config.baseURLParams } as const
    const response = await sendWrite(services, config, key, request, options)
    return readRecord(config, bodyOf(config, response), key).records[0]
  }
  let gone: number | undefined
  const request = { method: 'DELETE', parameters, id: target.id, record: known, headers } as const
  const data = await sendWrite(services, config, key, request, options).then(
    (response) => bodyOf(config, response),
    (error: unknown) => {
      gone = statusOf(error)
      if (!isLost(failure) || (gone !== 404 && gone !== 410)) throw error
    },
  )
  if (gone === undefined) checkAnswer(config, key, data)
  const invalidatedSeq = services.nextSeq()
  const left = gone === 410 ? await read() : await leftBy(data, read)
  const makeResults = () => {
    const others = [...invalidatedScopes(config), ...counted]
    if (!left) return [removalAction(kind, name, [key], invalidatedSeq, others)]
    const seqs = { invalidatedSeq, seq: services.nextSeq() }
    // What is left is another record than the one that was edited, such as the theme's own template.
    const settled = left === data ? undefined : ({ outcome: 'gone' } as const)
    const counts = [...countsOfAny(target.entity), ...counted]
    return [recordSaved(config, target, readRecord(config, left, key), seqs, { settled, counts })]
  }
  return { answer: data, body: gone === 410 ? left : data, makeResults }
}

/** A deletion is answered with nothing, with `deleted: true`, with the record or the `previous` one; else it says nothing. */
function checkAnswer(config: EntityConfig, key: RecordKey, data: unknown): void {
  if (isEmptyBody(data)) return
  if (isRecord(data)) {
    const field = keyField(config)
    const isNothing = Object.keys(data).length === 0
    const isRecordItself = field === undefined || String(own(data, field)) === key
    const says = data.deleted ?? (isNothing || isRecordItself || isRecord(data.previous))
    if (says) return
  }
  throw new EntityStoreError(
    'invalid_response',
    `The deletion of record '${key}' of (${config.kind}, ${config.name}) was answered with ${show(data)}, which says nothing of it. It may not be done: read the record to see whether it is there.`,
  )
}

/** Whether a failure leaves open what the server did: a refusal does not. */
function isLost(failure: StoredError | undefined): boolean {
  return failure !== undefined && !isRefusal(failure)
}

/**
 * What the server still has of a record that was deleted: the record where it lies now, such as a post in the trash or
 * a widget that is shown nowhere; the theme's own version of a template; else nothing.
 */
async function leftBy(
  data: unknown,
  read: () => Promise<RecordData | undefined>,
): Promise<RecordData | undefined> {
  if (!isRecord(data)) return undefined
  const { has_theme_file: hasThemeFile } = isRecord(data.previous) ? data.previous : data
  if (hasThemeFile === undefined)
    return isTrashed(data) || data.sidebar === 'wp_inactive_widgets' ? data : undefined
  // A template without a file is gone from the trash, too: REST knows no way back.
  return hasThemeFile ? read().catch(() => undefined) : undefined
}

/** Whether the answer is the record itself, with a status that says that it still exists. */
function isTrashed(data: unknown): data is RecordData & { status: string } {
  return isRecord(data) && data.status === 'trash'
}
