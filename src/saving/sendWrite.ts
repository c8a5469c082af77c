import type { EntityConfig } from '../config/entityConfig'
import { recordPath } from '../entities/recordPath'
import { storeError, type StoredError } from '../core/errors'
import { resourceKey, type RecordKey } from '../core/keys'
import { permissionsReceived } from '../permissions/actions'
import { readPath } from '../core/paths'
import { isEmpty, type RecordData } from '../core/plain'
import { parseAllow, type PermissionSet } from '../rest/allow'
import { isAbortError, type RestError } from '../rest/restError'
import type { Services, StoreAction } from '../core/thunk'
import type { SaveTarget } from './actions'
import type { WriteOptions } from './writeLock'

/** Sends a write to a record, or to the collection where there is no record yet, and gives the body of the answer. */
export async function sendWrite(
  services: Services,
  config: EntityConfig,
  key: RecordKey | undefined,
  { parameters, ...request }: { method: string; data?: unknown; parameters?: RecordData },
  { fetcher = services.fetcher, signal }: WriteOptions,
): Promise<unknown> {
  const path = recordPath(config, key, parameters)
  const { data } = await fetcher({ path, ...request, ...(signal && { signal }) })
  return data
}

/** A failure as it stands on the record: one that the caller asked for by aborting is none. */
export function failureOf(error: unknown): StoredError | undefined {
  return isAbortError(error) ? undefined : storeError(error)
}

/** What the server refuses a value of one field with, such as a status or an author, where others may be saved. */
const ofOneField = /^rest_cannot_(publish|edit_others|edit_roles|assign)/

/**
 * What a refusal tells about permissions: its Allow header, or else that the action is forbidden. Where one field was
 * refused, neither says so of the record: WordPress leaves the method out of the header for the request as it was. An
 * expired login tells nothing.
 */
export function forbiddenActions(
  error: unknown,
  { entity, key, isDelete }: Pick<SaveTarget, 'entity' | 'key' | 'isDelete'>,
  seq: number,
): readonly StoreAction[] {
  const { status, code = '', data, headers } = Object(error) as Partial<RestError>
  if (status !== 403 || code === 'rest_cookie_invalid_nonce') return []
  const allow = headers?.get?.('allow')
  const action = isDelete ? 'delete' : key === undefined ? 'create' : 'update'
  const learned: Partial<PermissionSet> = allow ? { ...parseAllow(allow) } : { [action]: false }
  // A custom field that was refused has its name as the key.
  if (!learned[action] && (ofOneField.test(code) || readPath(data, 'key').found)) delete learned[action]
  return isEmpty(learned) ? [] : [permissionsReceived({ [resourceKey(entity, key)]: learned }, seq)]
}
