import { titleOf } from '../../config/entityConfig'
import { configOf } from '../../config/selectors'
import { addresses, type Address } from '../../core/address'
import type { EntityKey } from '../../core/keys'
import { isRecord } from '../../core/plain'
import { getRow, type Table } from '../../core/recordTable'
import { isOfThisPage } from '../../edits/storedEdits'
import { keysOfList } from '../../queries/windows'
import { selectStaleSeq } from '../../resolution/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { rowsOf } from './tables'

/** How something that was read stands. */
export interface Freshness {
  /** Whether it was invalidated since it was read: it is asked for again when it is next needed. */
  readonly isStale: boolean
  /** When it was read, in milliseconds since 1970; undefined where it came with something else. */
  readonly at: number | undefined
  /** Whether a component on screen waits for it. */
  readonly isUsed: boolean
}

/** A record as it is known in one context. */
export interface RecordRow extends Freshness {
  readonly entity: string
  readonly key: string
  readonly context: string
  readonly title: string
  /** Whether all of its fields are known. */
  readonly isComplete: boolean
  readonly isEdited: boolean
  readonly address: Address
}

/** What is known of a list. */
export interface ListRow extends Freshness {
  readonly entity: string
  readonly key: string
  readonly context: string
  readonly filters: object
  readonly known: number
  readonly total: number | null
  readonly address: Address
}

/** What a store knows and who needs it. */
type KnownIn = Pick<EntityStore, 'listenedAddresses'>

/** Every record that is known, by entity. */
export function recordRows(state: EntityState, { listenedAddresses }: KnownIn): RecordRow[] {
  const listened = new Set(listenedAddresses())
  const times = answerTimes(state)
  return byEntity(state.entities.records).flatMap(([entity, { contexts }]) => {
    const config = configOf(state, entity)
    return Object.entries(contexts).flatMap(([context, table]) =>
      rowsOf(table).map(([key, { record, seq, isComplete }]) => {
        const address = addresses.record(entity, key as never)
        return {
          ...{ entity, key, context, isComplete, address },
          ...freshness(state, seq, address, times),
          title: (config && titleOf(config, record)) || nameIn(record),
          isEdited: isOfThisPage(getRow(state.edits.records[entity], key)),
          isUsed: listened.has(address),
        }
      }),
    )
  })
}

/** Every list that is known, by entity. */
export function listRows(state: EntityState, { listenedAddresses }: KnownIn): ListRow[] {
  const listened = new Set(listenedAddresses())
  const times = answerTimes(state)
  return byEntity(state.queries).flatMap(([entity, table]) => {
    return rowsOf(table).map(([key, list]) => {
      const address = addresses.list(entity, key as never)
      const seq = Math.max(0, ...[...list.windows, ...(list.partial ?? [])].map((window) => window.seq))
      return {
        ...{ entity, key, context: list.context, filters: list.parameters, total: list.totalItems, address },
        ...freshness(state, seq, address, times),
        known: new Set(keysOfList(list)).size,
        isUsed: listened.has(address),
      }
    })
  })
}

/** When a record was read in the default context, in milliseconds since 1970; undefined where it came with something else. */
export function answeredAt(state: EntityState, entity: EntityKey, key: string): number | undefined {
  const row = getRow(getRow(state.entities.records, entity)?.contexts.default, key)
  return row && answerTimes(state).get(row.seq)
}

/** When the answer to each request came, by its sequence number. */
function answerTimes(state: EntityState): ReadonlyMap<number, number> {
  return new Map(
    rowsOf(state.resolution.entries).map(([, { answeredSeq, answeredAt }]) => [answeredSeq, answeredAt]),
  )
}

function freshness(
  state: EntityState,
  seq: number,
  address: Address,
  times: ReadonlyMap<number, number>,
): Pick<Freshness, 'isStale' | 'at'> {
  return { isStale: selectStaleSeq(state, address) >= seq, at: times.get(seq) }
}

function nameIn(record: Readonly<Record<string, unknown>>): string {
  const { title, name, slug } = record
  const shown = isRecord(title) ? (title.raw ?? title.rendered) : (title ?? name ?? slug)
  return typeof shown === 'string' ? shown : ''
}

function byEntity<Value>(table: Table<Value>): [EntityKey, Value][] {
  return rowsOf(table) as [EntityKey, Value][]
}
