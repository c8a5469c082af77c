import { serverSetting } from '../config/defineServer'
import { keyField, type EntityConfig } from '../config/entityConfig'
import type { FetchResponse } from '../core/fetchContract'
import { isDevelopment } from '../core/isDevelopment'
import { recordKey, type RecordKey } from '../core/keys'
import { isLocalId } from '../core/localId'
import { filterFields, type RecordData } from '../core/plain'
import type { Services } from '../core/thunk'
import { rawRecord } from '../edits/fields'
import type { EditedView } from '../edits/selectors'
import { readRecord } from '../entities/parseRecords'
import { selectKnownRecord, selectRows } from '../entities/selectors'
import { defineWrite, savingEvents, type WriteInput, type WritePlan, type Writing } from './defineWrite'
import { prepareFields } from './prepareFields'
import { readSaveAnswer } from './readSaveAnswer'
import { selectTargetView, type Save } from './saveState'
import { bodyOf, bodyToSend, isEmptyBody, saveMethodOf, sendWrite } from './sendWrite'
import type { WriteOptions } from './writeLock'
import { warnOfUnknownFields } from './unknownFields'
import { savedAction } from './writeResults'
import type { StateWithSaving } from './reducer'

/** A save of some fields of a record. */
export interface SaveInput extends WriteInput {
  /** The fields, of the record with its edits as they are then; undefined where there is nothing to save. */
  readonly fields: (view: EditedView | undefined) => RecordData | undefined
}

/** What a save is going to send. */
export interface SavePlan extends WritePlan {
  readonly save: Save
  readonly computed: RecordData
}

/** What a save sends, by what it was asked for; undefined where there is nothing to save. */
export function planSave({
  input,
  config,
  target,
  getState,
}: Writing<StateWithSaving, SaveInput>): SavePlan | undefined {
  const view = selectTargetView(getState(), target)
  const given = input.fields(view)
  if (given === undefined) return undefined
  const save = { ...target, config, fields: given }
  const { fields, computed } = prepareFields(getState(), save, view)
  return { save, fields, computed }
}

/** To the server a record with a local id is a new one. */
export function createOrUpdate(key: RecordKey | undefined) {
  return key === undefined || isLocalId(key) ? 'create' : 'update'
}

/**
 * Sends fields to the server, puts the answer in place and lets the edits go that it settles; where it fails, everything
 * that was edited stays.
 */
export const save = /* @__PURE__ */ defineWrite<SaveInput, SavePlan>({
  what: createOrUpdate,
  events: savingEvents,
  sendsEdits: true,
  plan: planSave,
  async send(
    { config, target, options, services, getState },
    { fields: planned, save },
    { fields: sent = planned, headers, fetcher },
  ) {
    const { entity, id } = target
    const key = isLocalId(target.key) ? undefined : target.key
    const how = fetcher ? { ...options, fetcher } : options
    const known = key === undefined ? undefined : selectKnownRecord(getState(), entity, key)
    const changes = { ...sent, ...(await config.prePersist?.(known, sent)) }
    const isWhole = key !== undefined && serverSetting(config, 'updateBody') === 'record'
    const record = isWhole ? (known ?? (await readWhole(services, config, key, options))) : known
    const data = isWhole && record ? { ...writable(config, record), ...changes } : changes
    const write = { method: saveMethodOf(config, key), id: key && id, record }
    const request = { ...write, data: bodyToSend(config, data, write), headers }
    const sentSeq = services.nextSeq()
    const rows = selectRows(getState(), entity, 'default')
    const response = await sendWrite(services, config, key, request, how)
    const body = await bodyAt(services, config, key, response, options)
    // What is asked for again by a key may have been made, and read, before.
    const isRepeated = headers?.['Idempotency-Key'] !== undefined
    const answer = readSaveAnswer({ ...save, key }, body, known, changes, isRepeated ? undefined : rows)
    if (isDevelopment()) warnOfUnknownFields(services.companions, config, known, changes, answer)
    const makeResults = () => {
      const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
      return [savedAction(getState(), save, answer, sent, { invalidatedSeq, seq, sentSeq })]
    }
    return {
      answer: answer.isWhole ? answer.record : { ...known, ...answer.record },
      body,
      ...(!answer.isWhole && { isPartial: true }),
      makeResults,
    }
  },
})

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
