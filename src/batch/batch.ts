import { deleteEntityRecord } from '../deleting/deleteEntityRecord'
import type { StateWithDeleting } from '../deleting/reducer'
import { EntityStoreError, show } from '../core/errors'
import type { EntityId } from '../core/keys'
import type { QueryInput } from '../core/query'
import type { EntityName, Kind, RecordOf, SavePayloadOf } from '../records/inference/inference'
import { queueWrites, type CollectOptions, type QueueWrite } from './writeQueue'
import {
  saveEditedEntityRecord,
  saveEntityRecord,
  type SaveEditsOptions,
  type SaveOptions,
} from '../saving/saveEntityRecord'
import type { WriteOptions } from '../saving/writeLock'
import type { ForResult, WriteResult } from '../saving/writeOutcome'
import type { Thunk } from '../core/thunk'

/**
 * The writes of a batch: they do as their thunks do, but what they send goes along with what the others
 * send.
 */
export interface BatchWrites {
  readonly saveEntityRecord: {
    <K extends Kind, N extends EntityName<K>>(
      kind: K,
      name: N,
      record: SavePayloadOf<K, N>,
      options: SaveOptions & ForResult,
    ): Promise<WriteResult<RecordOf<K, N>>>
    <K extends Kind, N extends EntityName<K>>(
      kind: K,
      name: N,
      record: SavePayloadOf<K, N>,
      options?: SaveOptions,
    ): Promise<RecordOf<K, N> | undefined>
  }
  readonly saveEditedEntityRecord: {
    <K extends Kind, N extends EntityName<K>>(
      kind: K,
      name: N,
      id: EntityId | undefined,
      options: SaveEditsOptions & ForResult,
    ): Promise<WriteResult<RecordOf<K, N>>>
    <K extends Kind, N extends EntityName<K>>(
      kind: K,
      name: N,
      id?: EntityId,
      options?: SaveEditsOptions,
    ): Promise<RecordOf<K, N> | undefined>
  }
  readonly deleteEntityRecord: {
    (
      kind: string,
      name: string,
      id: EntityId,
      query: QueryInput | undefined,
      options: WriteOptions & ForResult,
    ): Promise<WriteResult>
    (kind: string, name: string, id: EntityId, query?: QueryInput, options?: WriteOptions): Promise<unknown>
  }
}

/**
 * One part of a batch: does its writes by what it is given, and gives what is to be its result.
 */
export type BatchRequest = (writes: BatchWrites) => unknown

/**
 * Does many writes in as few requests as the server allows. Each part of it writes as it likes, also the same record
 * twice; its writes are sent when every part has ended or waits for an answer, what it writes after that with the next
 * request. What the server does not batch (media, templates, settings and others) is sent beside, and each write by
 * itself where it refuses the batch (403, 404, 405, 413). When the server finds one write of a request invalid, none of
 * that request is executed, unless `allowPartial`; an error of another kind is that write's alone.
 * @returns The results in order; a write that failed gives undefined, a deletion false, and the error stands on the
 * record.
 * @throws What a part threw, with `throwOnError` what a write failed with; always what a request failed with that had
 * several writes, and EntityStoreError `invalid_option`; all of it after everything has ended.
 * @example
 * const [post] = await store.dispatch(
 *   batch([
 *     ({ saveEntityRecord }) => saveEntityRecord('postType', 'post', { title: 'Tides' }),
 *     ({ deleteEntityRecord }) => deleteEntityRecord('postType', 'page', 7),
 *   ]),
 * )
 */
export function batch<const Requests extends readonly BatchRequest[]>(
  requests: Requests,
  options: CollectOptions = {},
): Thunk<
  StateWithDeleting,
  Promise<{ -readonly [Index in keyof Requests]: Awaited<ReturnType<Requests[Index]>> }>
> {
  return async (dispatch) => {
    if (!Array.isArray(requests) || requests.some((request) => typeof request !== 'function')) {
      throw new EntityStoreError(
        'invalid_option',
        `${show(requests)} is no batch. Pass an array of functions.`,
      )
    }
    const work = requests.map(
      (request) => async (write: QueueWrite<StateWithDeleting>) => request(boundTo(write, options)),
    )
    const { results, failure } = await dispatch(queueWrites(work, options))
    const broken = results.find((result) => result.status === 'rejected')
    if (broken) throw broken.reason as Error
    if (failure !== undefined) throw failure as Error
    return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never
  }
}

function boundTo(write: QueueWrite<StateWithDeleting>, options: CollectOptions): BatchWrites {
  return {
    saveEntityRecord: (kind, name, record, own) =>
      write((collecting) => saveEntityRecord(kind, name, record, { ...options, ...collecting, ...own })),
    saveEditedEntityRecord: (kind, name, id, own) =>
      write((collecting) => saveEditedEntityRecord(kind, name, id, { ...options, ...collecting, ...own })),
    deleteEntityRecord: (kind, name, id, query, own) =>
      write((collecting) => deleteEntityRecord(kind, name, id, query, { ...options, ...collecting, ...own })),
  } as BatchWrites
}
