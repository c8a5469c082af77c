import { serverSetting } from '../config/defineServer'
import type { EntityConfig } from '../config/entityConfig'
import type { Fetcher, FetchRequest, FetchResponse } from '../core/fetchContract'
import { errorOfBody } from '../rest/errorOfBody'
import { RestError, statusOf } from '../rest/restError'

/**
 * Sends a request about the records of an entity, whose server's errors are read as the entity says.
 * @throws What the fetcher rejects with, in the words of `readError` where the entity or its server has it.
 */
export async function askServer(
  config: EntityConfig,
  fetcher: Fetcher,
  request: FetchRequest,
): Promise<FetchResponse> {
  const readError = serverSetting(config, 'readError')
  if (readError === undefined) return fetcher(request)
  try {
    return await fetcher(request)
  } catch (error) {
    if (!(error instanceof RestError) || error.body === undefined) throw error
    const { body, status, headers } = error
    const label = `${request.method ?? 'GET'} ${(request.path ?? '').split('?')[0]}`
    throw errorOfBody(body, status, label, headers ?? undefined, readError(body, status) ?? {})
  }
}

/** Whether a request has failed because there is no such record, as its server says that. */
export function saysMissing(config: EntityConfig, error: unknown): boolean {
  const status = statusOf(error)
  if (status === 404 || status === 410) return true
  return error instanceof RestError && serverSetting(config, 'isMissing')?.(status, error.body) === true
}
