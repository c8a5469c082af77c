import { serverSetting } from '../config/defineServer'
import { keyField, type EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'
import type { FetchResponse, ResponseHeaders } from '../core/fetchContract'
import type { ListPage } from '../rest/fetchAllPages'
import { readTotals, rowsOf } from '../rest/pagination'
import { keyOf } from './parseRecords'

/**
 * The rows and totals of the answer to a list, as the entity or its server says.
 * @throws EntityStoreError `invalid_response` for an answer that is no list.
 */
export function listPageIn(config: EntityConfig, answer: FetchResponse): ListPage {
  const page = readPage(config, answer)
  if (page.rows.length === 0 || page.rows.some((row) => keyOf(config, row) !== undefined)) return page
  throw new EntityStoreError(
    'invalid_response',
    `No row of ${show(answer.data)} is a record of (${config.kind}, ${config.name}) with its key '${keyField(config)}'. Check the entity's baseURL and key, or say how to read the list with readList.`,
  )
}

function readPage(config: EntityConfig, { data, headers }: FetchResponse): ListPage {
  const totals = readTotals(headers, serverSetting(config, 'totals'))
  const readList = serverSetting(config, 'readList')
  if (readList === undefined) return { rows: rowsOf(data), ...totals }
  const { rows, totalItems, totalPages } = readWith('readList', readList, config, data, headers) ?? {}
  if (!Array.isArray(rows)) {
    throw new EntityStoreError(
      'invalid_response',
      `readList of (${config.kind}, ${config.name}) gave ${show(rows)} as rows of ${show(data)}. Give an array.`,
    )
  }
  return {
    rows: rows as readonly unknown[],
    totalItems: totalItems ?? totals.totalItems,
    totalPages: totalPages ?? totals.totalPages,
  }
}

/** The body of the answer to a single read or a write, out of the envelope that the server may put it into. */
export function recordIn(
  config: EntityConfig,
  { data, headers }: Pick<FetchResponse, 'data' | 'headers'>,
): unknown {
  const readRecord = serverSetting(config, 'readRecord')
  return readRecord === undefined ? data : readWith('readRecord', readRecord, config, data, headers)
}

function readWith<Answer>(
  name: string,
  read: (body: unknown, headers: ResponseHeaders) => Answer,
  { kind, name: entity }: EntityConfig,
  data: unknown,
  headers: ResponseHeaders,
): Answer {
  try {
    return read(data, headers)
  } catch (cause) {
    throw new EntityStoreError(
      'invalid_response',
      `${name} of (${kind}, ${entity}) could not read ${show(data)}: ${String(cause)}`,
      { cause },
    )
  }
}
