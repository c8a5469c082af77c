import { serverSetting } from '../config/defineServer'
import { keyField, type EntityConfig } from '../config/entityConfig'
import type { FetchResponse } from '../core/fetchContract'
import { recordKey, type RecordKey } from '../core/keys'
import { isLocalId, localDigits } from '../core/localId'
import { filterFields, type RecordData } from '../core/plain'
import type { Services, Thunk } from '../core/thunk'
import type { LocksSliceState } from '../locks/reducer'
import type { SendWrite } from '../core/writeGate'
import { rawRecord } from '../edits/fields'
import { readRecord } from '../entities/parseRecords'
import { selectKnownRecord, selectRow } from '../entities/selectors'
import { passGate } from './passGate'
import { keepComputed, prepareFields, sentFields } from './prepareFields'
import { readSaveAnswer } from './readSaveAnswer'
import { runWrite } from './runWrite'
import type { Save, SaveState } from './saveState'
import { bodyOf, bodyToSend, isEmptyBody, saveMethodOf, sendWrite } from './sendWrite'
import type { TurnOptions, WriteOptions } from './writeLock'
import { withRecord, type WriteResult } from './writeOutcome'
import { warnOfUnknownFields } from './unknownFields'
import { savedAction } from './writeResults'

/**
 * Sends fields to the server, puts the answer in place and lets the edits go that it settles. The caller holds the
 * record's lock. A failure stands on the record, and everything that was edited stays.
 * @returns What it comes to, with the record as answered.
 */
export function saveFields(
  given: Save,
  options: TurnOptions,
): Thunk<SaveState & LocksSliceState, Promise<WriteResult>> {
  return async (dispatch, getState, services) => {
    const save = { ...given, mutation: options.mutation ?? localDigits() }
    const { config, fields: _, ...target } = save
    const { entity, id } = target
    // To the server a record with a local id is a new one.
    const key = isLocalId(target.key) ? undefined : target.key
    let saved: RecordData | undefined
    const outcome = await dispatch(
      runWrite(target, options, () => {
        const { fields: sent, computed } = prepareFields(getState(), save)
        const send: SendWrite = async ({ fields: chosen = sent, headers, fetcher } = {}) => {
          const how = fetcher ? { ...options, fetcher } : options
          const known = key === undefined ? undefined : selectKnownRecord(getState(), entity, key)
          const changes = { ...chosen, ...(await config.prePersist?.(known, chosen)) }
          const isWhole = key !== undefined && serverSetting(config, 'updateBody') === 'record'
          const record = isWhole ? (known ?? (await readWhole(services, config, key, options))) : known
          const data = isWhole && record ? { ...writable(config, record), ...changes } : changes
          const write = { method: saveMethodOf(config, key), id: key && id, record }
          const request = { ...write, data: bodyToSend(config, data, write), headers }
          const sentSeq = services.nextSeq()
          const response = await sendWrite(services, config, key, request, how)
          const body = await bodyAt(services, config, key, response, options)
          const answer = readSaveAnswer(
            { ...save, key },
            body,
            known,
            changes,
            (other) => selectRow(getState(), entity, other, 'default') !== undefined,
          )
          warnOfUnknownFields(services.companions, config, known, changes, answer)
          const makeResults = () => {
            const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
            return [savedAction(getState(), save, answer, chosen, { invalidatedSeq, seq, sentSeq })]
          }
          return {
            answer: answer.isWhole ? answer.record : { ...known, ...answer.record },
            body,
            ...(!answer.isWhole && { isPartial: true }),
            makeResults,
          }
        }
        const work = async () => {
          dispatch(keepComputed(save, computed))
          const write = { fields: sent }
          const { answer, makeResults } = await passGate(services, getState(), target, write, options, send)
          return () => {
            const results = makeResults()
            saved = answer as RecordData | undefined
            return results
          }
        }
        return { sent: sentFields(getState(), save, sent), work }
      }),
    )
    return withRecord(outcome, saved)
  }
}

/** A record as it can be sent back: raw texts, and nothing that only reads. */
function writable({ rawAttributes }: EntityConfig, record: RecordData): RecordData {
  return filterFields(
    rawRecord(rawAttributes, record),
    (field) => field !== '_links' && field !== '_embedded',
  )
}

/** Reads a record by the store's own fetcher: that of a batch would hold the read back until the batch is sent. */
async function readWhole(
  services: Services,
  config: EntityConfig,
  key: RecordKey,
  { signal }: WriteOptions,
): Promise<RecordData | undefined> {
  const request = { method: 'GET', parameters: config.baseURLParams } as const
  const response = await sendWrite(services, config, key, request, signal ? { signal } : {})
  return readRecord(config, bodyOf(config, response), key).records[0]
}

/**
 * The body of the answer to a save. Where a create is answered by nothing but the address of the new record, in the
 * same collection, the record is read there; so is one that was updated, where an empty answer says nothing.
 */
async function bodyAt(
  services: Services,
  config: EntityConfig,
  key: RecordKey | undefined,
  response: FetchResponse,
  options: WriteOptions,
): Promise<unknown> {
  const isRead = key === undefined || serverSetting(config, 'emptyAnswer') === 'readBack'
  const at = isRead && isEmptyBody(response.data) && (key ?? keyAt(config, response))
  return at ? readWhole(services, config, at, options) : bodyOf(config, response)
}

/** The key of the record that a `Location` header leads to; undefined where it leads out of the collection. */
function keyAt(config: EntityConfig, { headers }: FetchResponse): RecordKey | undefined {
  const [path = ''] = (headers.get('Location') ?? '').split(/[?#]/)
  const collection = `${config.baseURL.replace(/\?.*|\/+$/g, '')}/`
  const at = path.lastIndexOf(collection)
  const id = at < 0 ? '' : path.slice(at + collection.length).replace(/\/$/, '')
  return keyField(config) === undefined || id === '' || id.includes('/')
    ? undefined
    : recordKey(decodeURIComponent(id))
}
