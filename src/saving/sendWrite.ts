import { isOfWordPress, serverSetting, updateMethodOf, type ServerWrite } from '../config/defineServer'
import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import type { FetchRequest, FetchResponse } from '../core/fetchContract'
import { resourceKey, type EntityId, type RecordKey } from '../core/keys'
import { isEmpty, isRecord, type RecordData } from '../core/plain'
import type { Services } from '../core/thunk'
import { askServer } from '../entities/askServer'
import { recordIn } from '../entities/readAnswers'
import { writeParameters } from '../entities/readParameters'
import { recordPath } from '../entities/recordPath'
import type { LearnedPermissions } from '../permissions/actions'
import { parseAllow, type PermissionSet } from '../rest/allow'
import { codeOf, isOfCustomField, statusOf, type RestError } from '../rest/restError'
import type { WriteTarget } from '../entities/actions'
import type { WriteOptions } from './writeLock'

/** What is sent about a record, or about the collection where there is no record yet. */
export interface SentRequest {
  readonly method: 'GET' | ServerWrite['method']
  readonly data?: unknown
  /** Parameters of the query. */
  readonly parameters?: RecordData | undefined
  /** The id as it was given; undefined for a create. */
  readonly id?: EntityId | undefined
  /** The record as it is known, whole. */
  readonly record?: RecordData | undefined
  /** Headers beside those that the entity's server wants. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Sends a write to a record, or to the collection where there is no record yet. */
export async function sendWrite(
  services: Services,
  config: EntityConfig,
  key: RecordKey | undefined,
  { method, data, parameters, id, record, headers: given }: SentRequest,
  { fetcher = services.fetcher, signal, keepalive }: Pick<WriteOptions, 'fetcher' | 'signal' | 'keepalive'>,
): Promise<FetchResponse> {
  const isBatchable = serverSetting(config, 'isBatchable')
  const own = method === 'GET' ? undefined : headersFor(config, { method, id, record })
  const headers = given ? { ...own, ...given } : own
  const request: FetchRequest = {
    path: recordPath(config, key, method === 'GET' ? parameters : writeParameters(config, parameters)),
    method,
    ...(data !== undefined && { data }),
    ...(headers && { headers }),
    ...(isBatchable !== undefined && { isBatchable }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }
  return askServer(config, fetcher, request)
}

/** The body of the answer to a write, out of the envelope that the server may put it into. */
export function bodyOf(config: EntityConfig, answer: FetchResponse): unknown {
  return isEmptyBody(answer.data) ? answer.data : recordIn(config, answer)
}

/**
 * The body of a save, in the envelope that the server may want it in.
 * @throws EntityStoreError `invalid_config` where `writeBody` gives none.
 */
export function bodyToSend(
  config: EntityConfig,
  fields: RecordData,
  write: Pick<ServerWrite, 'method' | 'id' | 'record'>,
): unknown {
  const { kind, name } = config
  const writeBody = serverSetting(config, 'writeBody')
  if (writeBody === undefined) return fields
  const body = writeBody(fields, { kind, name, ...write })
  if (body !== undefined) return body
  throw new EntityStoreError(
    'invalid_config',
    `writeBody of (${kind}, ${name}) gave undefined for ${show(fields)}. Give what is to be sent.`,
  )
}

/** Whether an answer has no body. */
export function isEmptyBody(data: unknown): boolean {
  return data === null || data === undefined || data === ''
}

/** The method of a save: WordPress's settings, which have no id, are changed by POST. */
export function saveMethodOf(config: EntityConfig, key: RecordKey | undefined): ServerWrite['method'] {
  const isSettings =
    isKeyless(config) && isOfWordPress(config.baseURL) && serverSetting(config, 'updateMethod') === undefined
  return key === undefined || isSettings ? 'POST' : updateMethodOf(config)
}

function headersFor(
  config: EntityConfig,
  write: Pick<ServerWrite, 'method' | 'id' | 'record'>,
): Record<string, string> | undefined {
  const { kind, name } = config
  const headers = serverSetting(config, 'writeHeaders')?.({ kind, name, ...write })
  if (headers === undefined) return undefined
  if (!isRecord(headers) || Object.values(headers).some((value) => typeof value !== 'string')) {
    throw new EntityStoreError(
      'invalid_config',
      `writeHeaders of (${kind}, ${name}) gave ${show(headers)}. Give an object of texts, or undefined.`,
    )
  }
  return { ...headers }
}

/** What the server refuses a value of one field with, such as a status or an author, where others may be saved. */
const ofOneField = /^rest_cannot_(publish|edit_others|edit_roles|assign)/

/**
 * What a refusal says about permissions: its Allow header, or else that the action is forbidden. Where one field was
 * refused, neither says so of the record: WordPress leaves the method out of the header for the request as it was. An
 * expired login says nothing.
 */
export function permissionsOfRefusal(
  error: unknown,
  config: EntityConfig | undefined,
  { entity, key, isDelete }: Pick<WriteTarget, 'entity' | 'key' | 'isDelete'>,
  seq: number,
): LearnedPermissions | undefined {
  const code = codeOf(error)
  if (statusOf(error) !== 403 || code === 'rest_cookie_invalid_nonce') return undefined
  const { headers } = error as RestError
  const allow = headers?.get?.('allow')
  const action = isDelete ? 'delete' : key === undefined ? 'create' : 'update'
  const learned: Partial<PermissionSet> = allow
    ? { ...parseAllow(allow, updateMethodOf(config)) }
    : { [action]: false }
  if (!learned[action] && (ofOneField.test(code) || isOfCustomField(error))) delete learned[action]
  return isEmpty(learned) ? undefined : { permissions: { [resourceKey(entity, key)]: learned }, seq }
}
