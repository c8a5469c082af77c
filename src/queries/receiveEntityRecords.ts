import { keyField } from '../config/entityConfig'
import type { ConfigPart } from '../config/reducer'
import { readRecords, receipt } from '../entities/readAnswer'
import type { EntitiesPart } from '../entities/reducer'
import { askedFields } from '../entities/selectors'
import { entityKey } from '../keys'
import { isRecord, type RecordData } from '../plain'
import { normalizeQuery, type QueryInput } from '../query'
import { listsStaled } from '../resolution/actions'
import type { ResolutionPart } from '../resolution/reducer'
import { EntityStoreError, show } from '../errors'
import { together, type Thunk } from '../thunk'
import { listFacts, requireConfig } from './fetchEntityRecords'
import type { QueriesPart } from './reducer'

/** Options of putting records in by hand. */
export interface ReceiveOptions {
  /** Whether the lists of the entity are stale now. Default false. */
  readonly invalidate?: boolean
  /** The edits that a save sent, when the records are its answer: those let go. */
  readonly persistedEdits?: RecordData
  /** Totals of the list that the query names. */
  readonly meta?: { readonly totalItems?: number | null; readonly totalPages?: number | null }
}

/**
 * Puts records in by hand, as newer than everything asked for before. An array with a query is a page of that list
 * too; one record, or no query, touches no list. Reads of these records still ask the server once.
 * @throws EntityStoreError `unknown_entity` when no config is loaded, `invalid_record` for what is not a record.
 */
export function receiveEntityRecords(
  kind: string,
  name: string,
  records: object | readonly object[],
  query?: QueryInput,
  options: ReceiveOptions = {},
): Thunk<ConfigPart & EntitiesPart & QueriesPart & ResolutionPart, void> {
  return (dispatch, getState, { nextTurn }) => {
    const config = requireConfig(getState(), kind, name)
    const rows: readonly unknown[] = Array.isArray(records) ? records : [records]
    const wrong = rows.find((row) => !isRecord(row))
    if (wrong !== undefined) {
      throw new EntityStoreError(
        'invalid_record',
        `${show(wrong)} is not a record of (${kind}, ${name}). Pass an object of fields, or an array of such.`,
      )
    }
    const asked = normalizeQuery(query)
    const turn = nextTurn()
    const { persistedEdits: sent, meta } = options
    const isList = Array.isArray(records) && query !== undefined && query !== null
    const isWhole = isList && (config.supportsPagination !== true || asked.perPage === -1)
    const keyed = readRecords(config, rows)
    if (keyed.keys.length < rows.length) {
      const field = keyField(config)
      const nameless = rows.find((row) => readRecords(config, [row]).keys.length === 0)
      throw new EntityStoreError(
        'invalid_record',
        `${show(nameless)} has no usable '${field}', by which records of (${kind}, ${name}) are stored. Add it.`,
      )
    }
    const facts = isList
      ? listFacts(config, asked, {
          rows,
          turn,
          isRead: false,
          isWhole,
          totalItems: meta?.totalItems ?? null,
          totalPages: meta?.totalPages ?? null,
        })
      : [
          receipt(config, keyed, {
            context: asked.context,
            fields: askedFields(asked, config),
            turn,
            isRead: false,
            ...(sent && { sent }),
          }),
        ]
    const staled = options.invalidate ? [listsStaled(entityKey(kind, name), nextTurn())] : []
    dispatch(together([...facts, ...staled]))
  }
}
