import { keyField, type EntityConfig } from '../config/entityConfig'
import { unknownEntity } from '../config/loadEntityConfigs'
import type { StateWithConfig } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { recordLocation, type RecordLocation } from '../entities/recordLocation'
import { readRecords, receivedRecords } from '../entities/parseRecords'
import { askedFields, queryOf } from '../entities/selectors'
import { isEmpty, type RecordData } from '../core/plain'
import type { QueryInput } from '../core/query'
import { addresses } from '../core/address'
import { recordsReceived } from '../entities/actions'
import { EntityStoreError, show } from '../core/errors'
import type { Thunk } from '../core/thunk'
import { isAskedAsIs } from './askPages'
import { listAction } from './arrivedRows'
import type { StateWithQueries } from './storedQuery'

/** Options of putting records in by hand. */
export interface ReceiveOptions {
  /** Whether the lists of the entity are stale now. Default false. */
  readonly invalidate?: boolean
  /** The edits that a save sent, when the records are its answer: those let go. Default: none. */
  readonly persistedEdits?: RecordData
  /** Totals of the list that the query names. Default: not known. */
  readonly meta?: { readonly totalItems?: number | null; readonly totalPages?: number | null }
}

/**
 * Puts records in by hand, as newer than everything asked for before. An array with a query is a page of that list
 * too; one record, or no query, touches no list. Reads of these records still ask the server once.
 * @throws EntityStoreError `unknown_entity` when no config is loaded, `invalid_record` for what is not a record.
 * @example
 * dispatch(receiveEntityRecords('postType', 'post', [{ id: 1, title: { raw: 'Hello' } }]))
 */
export function receiveEntityRecords(
  kind: string,
  name: string,
  records: object | readonly object[],
  query?: QueryInput,
  options?: ReceiveOptions,
): Thunk<StateWithQueries, void> {
  return receiveAt(recordLocation(kind, name), records, query, options)
}

/** What `receiveEntityRecords` does, for any records that are kept like those of an entity. */
export function receiveAt(
  { kind, name, entity, configFrom }: RecordLocation,
  records: object | readonly object[],
  query: QueryInput,
  options: ReceiveOptions = {},
): Thunk<StateWithQueries, void> {
  return (dispatch, getState, { nextSeq }) => {
    const config = configFrom(requireConfig(getState(), kind, name))
    const rows: readonly unknown[] = Array.isArray(records) ? records : [records]
    const keyed = readRecords(config, rows)
    if (keyed.keys.length < rows.length) {
      const wrong = rows.find((row) => readRecords(config, [row]).keys.length === 0)
      const key = keyField(config)
      throw new EntityStoreError(
        'invalid_record',
        `${show(wrong)} is not a record of (${kind}, ${name}): pass an object${key === undefined ? '' : ` with its '${key}'`}.`,
      )
    }
    const asked = queryOf(getState(), config, query)
    const { persistedEdits: sent, meta } = options
    const isAll = config.supportsPagination !== true || asked.perPage === -1
    const rest = { seq: nextSeq(), isRead: false }
    const invalidates = options.invalidate ? { scopes: [addresses.lists(entity)], seq: nextSeq() } : undefined
    if (Array.isArray(records) && query) {
      const totals = { totalItems: null, totalPages: null, ...meta }
      const ownSize = isAskedAsIs(config, asked) ? undefined : Math.max(rows.length, asked.perPage)
      const arrived = { rows, isWhole: isAll, ...totals, ...rest, ...(isEmpty(asked.paging) && { ownSize }) }
      dispatch({ ...listAction(config, asked, arrived), invalidates })
      return
    }
    const { context } = asked
    const fields = askedFields(asked, config)
    const received = receivedRecords(config, keyed, { context, fields, ...(sent && { sent }), ...rest })
    dispatch(recordsReceived(received, invalidates))
  }
}

/** The config of an entity, for records put in by hand. */
function requireConfig(state: StateWithConfig, kind: string, name: string): EntityConfig {
  const config = selectEntityConfig(state, kind, name)
  if (config === undefined) throw unknownEntity(state, kind, name)
  return config
}
