import { titleOf } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import type { Cell, Mutation } from '../../core/cells'
import { entityKey, keylessRecord, recordKey, type EntityId } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import type { RecoveredEdits } from '../../durable/durability'
import type { QueueEntry } from '../../durable/queue/entry'
import { valueAtPath } from '../../edits/fieldPath'
import { cellsOf } from '../../edits/log'
import { selectEditedEntityRecord, selectRawEntityRecord } from '../../edits/selectors'
import { isMoreThanStray, isOfThisPage, type StoredEdits } from '../../edits/storedEdits'
import type { EntityState } from '../../store/rootReducer'
import { openMutation, type MutationLog } from '../recording/mutationLog'
import { answeredAt } from './cacheRows'
import { rowsOf } from './tables'

/** One piece of work of a record's log. */
export interface LoggedMutation {
  readonly name: string
  readonly state: Mutation['state'] | QueueEntry['state'] | 'open' | 'left'
  readonly page: 'this page' | 'another page' | 'a page that is gone'
  /** When it was begun, in milliseconds since 1970; undefined where nobody has seen that. */
  readonly at: number | undefined
  readonly fields: readonly LoggedField[]
}

/** A field of it; of a draft of another page only the name is known here. */
export interface LoggedField {
  readonly path: string
  readonly cell?: Cell
}

/** The log of a record: what the server had, what was made of it since, oldest first, and what is shown. */
export interface RecordLog {
  readonly kind: string
  readonly name: string
  readonly id: EntityId | undefined
  readonly label: string
  readonly title: string
  readonly isEdited: boolean
  readonly base: RecordData
  /** When that was read; undefined where it came with something else. */
  readonly readAt: number | undefined
  readonly mutations: readonly LoggedMutation[]
  readonly view: RecordData
  /** Fields that are edited and never sent. */
  readonly transient: readonly string[]
}

/** What is kept beside the state. */
export interface Kept {
  readonly entries: readonly QueueEntry[]
  readonly recovered: readonly RecoveredEdits[]
}

/** The logs of all records that have one, in whichever page it was made. */
export function recordLogs(
  state: EntityState,
  { entries, recovered }: Kept,
  { seenAt }: Pick<MutationLog, 'seenAt'>,
): readonly RecordLog[] {
  const rows = Object.values(state.edits.records).flatMap((table) => rowsOf(table).map(([, row]) => row))
  const edited = rows.filter(isMoreThanStray)
  const places = [
    ...edited,
    ...[...entries, ...recovered].map(({ kind, name, key }) => ({ kind, name, id: key })),
  ]
  const records = new Map(places.map(({ kind, name, id }) => [labelOf(kind, name, id), { kind, name, id }]))
  return [...records].map(([label, { kind, name, id }]) => {
    const [entity, key] = [entityKey(kind, name), recordKey(id) ?? keylessRecord]
    const row = getRow(state.edits.records[entity], key)
    const isOfRecord = (one: QueueEntry | RecoveredEdits) => labelOf(one.kind, one.name, one.key) === label
    const waiting = entries.filter(isOfRecord)
    const mutations = [
      ...recovered.filter(isOfRecord).map(ofDeadPage),
      ...waiting.map((entry) => ofQueue(entry, row)),
      ...stray(row),
      // What waits stands among the entries of the queue, where there is one.
      ...(row?.log ?? [])
        .filter((one) => one.state !== 'queued' || waiting.length === 0)
        .map((one) => ofThisPage(one, seenAt(entity, key, one.id))),
      ...(row && Object.keys(row.fields).length > 0
        ? [
            ofThisPage(
              { id: openMutation, state: 'open', fields: row.fields },
              seenAt(entity, key, openMutation),
            ),
          ]
        : []),
    ]
    const paths = [...new Set(mutations.flatMap(({ fields }) => fields.map(({ path }) => path)))]
    const [config, raw] = [
      selectEntityConfig(state, kind, name),
      selectRawEntityRecord(state, kind, name, id),
    ]
    const shown: RecordData | undefined = selectEditedEntityRecord<string, string>(state, kind, name, id)
    const cells = cellsOf(row)
    const base = paths.map((path) => [path, valueAtPath(raw, path) ?? cells[path]?.base] as const)
    const view = paths.map((path) => [path, valueAtPath(shown, path) ?? cells[path]?.value] as const)
    return {
      ...{ kind, name, id, label, mutations },
      title: config && shown ? titleOf(config, shown) : '',
      isEdited: isOfThisPage(row),
      base: Object.fromEntries(base),
      readAt: answeredAt(state, entity, key),
      view: Object.fromEntries(view),
      transient: Object.keys(row?.transient ?? {}),
    }
  })
}

function labelOf(kind: string, name: string, id: EntityId | undefined): string {
  return `${kind}/${name} ${id ?? ''}`
}

function ofDeadPage({ item, editedAt, values, basis }: RecoveredEdits): LoggedMutation {
  const fields = Object.keys(values).map((path) => ({
    path,
    cell: { base: basis[path], value: values[path] },
  }))
  return { name: item, state: 'left', page: 'a page that is gone', at: Date.parse(editedAt), fields }
}

/** A save that waits, of this page where its own log knows it. */
function ofQueue({ id, state, at, fields }: QueueEntry, row: StoredEdits | undefined): LoggedMutation {
  const cells = Object.assign({}, ...(row?.log ?? []).map((one) => one.fields)) as Mutation['fields']
  const isOfHere = fields.some((path) => cells[path] !== undefined)
  const known = fields.map((path): LoggedField => {
    const cell = cells[path] ?? row?.elsewhere?.[path]
    return cell ? { path, cell } : { path }
  })
  return { name: id, state, page: isOfHere ? 'this page' : 'another page', at: Date.parse(at), fields: known }
}

/** What is edited no more, and may still be done. */
function stray(row: StoredEdits | undefined): readonly LoggedMutation[] {
  return Object.entries(row?.stray ?? {}).flatMap(([path, { values, known }]) =>
    values.map((value, at) =>
      ofThisPage(
        { id: `${path} ${at + 1}`, state: 'late', fields: { [path]: { base: known, value } } },
        undefined,
      ),
    ),
  )
}

function ofThisPage(
  { id, state, fields }: Pick<Mutation, 'id' | 'fields'> & Pick<LoggedMutation, 'state'>,
  at: number | undefined,
): LoggedMutation {
  const cells = Object.entries(fields).map(([path, cell]) => ({ path, cell }))
  return { name: id, state, page: 'this page', at, fields: cells }
}
