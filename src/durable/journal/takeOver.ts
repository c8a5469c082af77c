import { EntityStoreError, show } from '../../core/errors'
import { isEqual } from '../../core/isEqual'
import { isLocalId } from '../../core/localId'
import { filterFields, isEmpty, own, type RecordData } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import { batched, type StoreAction } from '../../core/thunk'
import { noteRestored, type RestoredNote } from '../../edits/restoredEdits'
import { editEntityRecord } from '../../edits/editEntityRecord'
import { editsRestored } from '../../edits/actions'
import { isStoredLazyEdit } from '../../edits/lazyEdit'
import { currentId } from '../../entities/aliases'
import { selectRow } from '../../entities/selectors'
import { undoRestored } from '../../undo/actions'
import { localIdMade } from '../../store/localIds'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import type { RestoreReport } from '../durability'
import { withCurrentReferences } from '../locals/currentReferences'
import { isMedia, shownFields } from '../locals/draftAddresses'
import type { Connection } from '../storage/connection'
import { editsText } from './editsRows'
import type { JournalWriter } from './journalWriter'
import { joinEdits, restoredEdits, uncertainOf } from './joinEdits'
import { keepEdits, nameOf, type KeptEdits } from './keptEdits'
import { historyOf, historyText, type KeptHistory } from './keptUndo'
import type { FoundEdits, Remains } from './remains'
import type { RestoredFields } from './restoredFields'
import { batchSize, manyRecords, rowKeys, writeText, type SessionValue } from './rows'
import { swapRows, type Swap } from './swapRows'

interface TakeOverOptions {
  readonly context: DurableContext
  readonly connection: Connection
  readonly writer: JournalWriter
  readonly remains: readonly Remains[]
  /** Of two of one record the first counts for more. */
  readonly items: readonly FoundEdits[]
  readonly prefer: 'typed' | 'recovered'
  readonly restored: RestoredFields
}

/** What is taken over, and where it stands then. */
interface Plan {
  readonly swap: Swap
  readonly rows: readonly KeptEdits[]
  readonly batches: ReadonlyMap<string, readonly KeptEdits[]>
  readonly history: KeptHistory
  readonly inheritedKey: string | undefined
  /** What the page has other values of, and so is left, by item. */
  readonly left: ReadonlyMap<string, RecordData>
}

/**
 * Takes over what dead pages have left: in the storage by one transaction, so that nobody else has it too, then in the
 * store by one action.
 * @returns Undefined where somebody else was first, and all is to be looked at again.
 */
export async function takeOver(options: TakeOverOptions): Promise<RestoreReport | undefined> {
  const { context, connection, writer, items, prefer, restored } = options
  const { store, services, settings, uncompared } = context
  await Promise.all([showFiles(context, items), restored.prepare(items)])
  const plan = makePlan(options)
  if (!(await swapRows(connection, plan.swap, settings.seal))) return undefined
  const before = store.getState()
  // What was typed while that was written counts as well.
  const groups = byRecord(context, before, items)
  const records = groups.flatMap((group) => restoredEdits(before, group, restored.joining(group)))
  for (const { entity, key, kind, name, id } of records) {
    const isKnown = selectRow(before, entity, key, 'default')?.isComplete === true
    // A draft is nowhere to be compared with.
    if (!isKnown && !isLocalId(key) && !context.isShared(kind, name, id))
      uncompared.set(nameOf({ entity, key }), { entity, key })
  }
  noteRestored(
    services,
    records.map((record) => ({ ...record, ...sharedOf(groups, nameOf(record)) })),
  )
  const lefts = groups.map((group) => joinEdits(before, group, restored.joining(group)).left)
  const { levels, position } = plan.history
  store.dispatch(
    batched([
      ...draftsOf(before, items),
      ...(records.length > 0 ? [editsRestored(records)] : []),
      ...(levels.length > 0 ? [undoRestored(levels, position)] : []),
    ]),
  )
  restored.note(records)
  if (plan.inheritedKey !== undefined) writer.inheritUndo(plan.inheritedKey)
  writer.tookOver(plan.rows, plan.batches, store.getState())
  if (prefer === 'recovered') groups.forEach((group, at) => preferKept(context, group, lefts[at] ?? []))
  const isPart = ({ item }: FoundEdits) => plan.left.has(item)
  return {
    restored: items.filter((one) => !isPart(one)).map(({ item }) => item),
    partly: items.filter(isPart).map(({ item }) => item),
    failed: [],
  }
}

/** Recovered edits of one record; there is always one. */
type RecordGroup = readonly GroupedEdits[]
type GroupedEdits = KeptEdits & { readonly item: string }

/** Items by the record that they are about now, in the order in which these were edited first. */
function byRecord(
  context: DurableContext,
  state: EntityState,
  items: readonly FoundEdits[],
): readonly RecordGroup[] {
  const groups = new Map<string, GroupedEdits[]>()
  for (const { item, kept } of items) {
    const now = current(context, state, kept)
    const group = groups.get(nameOf(now)) ?? []
    groups.set(nameOf(now), group)
    group.push({ ...now, item })
  }
  const since = (group: RecordGroup) => Math.min(...group.map((kept) => kept.since))
  return [...groups.values()].sort((one, other) => since(one) - since(other))
}

/** The edits of a record that were in a document, with what that had; none where two pages have left some. */
function sharedOf(groups: readonly RecordGroup[], name: string): RestoredNote {
  const [kept, ...others] = groups.find(([first]) => first && nameOf(first) === name) ?? []
  const { document, values } = kept ?? {}
  if (!values || document === undefined || others.length > 0) return {}
  return { shared: { document, values } }
}

/** Has the files of recovered drafts at hand, which this page shows at addresses of its own. */
async function showFiles({ files }: DurableContext, items: readonly FoundEdits[]): Promise<void> {
  const drafts = items.filter(({ kept }) => kept.local && isMedia(kept))
  await Promise.all(drafts.map(({ kept }) => files.find(kept.key).catch(() => undefined)))
}

/** Kept edits as they are to be shown now: ids that the server has given since, and addresses of this page. */
function current(context: DurableContext, state: EntityState, kept: KeptEdits): KeptEdits {
  return withCurrentReferences(context.files, state, withCurrentId(state, kept))
}

/** Edits of a draft that the server has given an id since. */
function withCurrentId(state: EntityState, kept: KeptEdits): KeptEdits {
  const id = kept.id === undefined ? undefined : currentId(state, kept.id)
  if (id === undefined || id === kept.id) return kept
  const { local: none, ...rest } = kept
  const isOwn = (field: string, value: unknown) =>
    value !== kept.id && !(isMedia(kept) && shownFields.includes(field))
  const values = filterFields(kept.values, isOwn)
  return { ...rest, id, key: String(id) as KeptEdits['key'], values }
}

/** Makes the local ids of recovered drafts known again: references to them hold. */
function draftsOf({ entities }: EntityState, items: readonly FoundEdits[]): readonly StoreAction[] {
  let { aliases } = entities
  return items.flatMap(({ kept: { entity, key, local } }) => {
    if (!local || own(aliases, key)) return []
    aliases = { ...aliases, [key]: local }
    return [localIdMade(entity, key, { entities: { ...entities, aliases } })]
  })
}

/** Edits fields that the page has other values of, so that they can be undone. */
function preferKept({ store }: DurableContext, group: RecordGroup, left: readonly RecordData[]): void {
  const [{ kind, name, id }] = group as [GroupedEdits]
  // The first counts for most.
  for (const values of [...left].reverse())
    if (!isEmpty(values)) store.dispatch(editEntityRecord(kind, name, id, values))
}

function makePlan({ context, writer, remains, items, prefer, restored }: TakeOverOptions): Plan {
  const state = context.store.getState()
  const seq = writer.nextSeq()
  const left = new Map<string, RecordData>()
  const own: KeptEdits[] = []
  let { lastSince } = state.edits
  for (const group of byRecord(context, state, items)) {
    const [{ item: none, document, ...first }] = group as [GroupedEdits]
    const joined = joinEdits(state, group, restored.joining(group))
    group.forEach(({ item }, at) => {
      const values = joined.left[at]
      if (prefer === 'typed' && values && !isEmpty(values)) left.set(item, values)
    })
    const row = getRow(state.edits.records[first.entity], first.key)
    const typed = keepEdits(state, row, seq, () => true)
    const uncertain = uncertainOf([typed ?? {}, ...group])
    const values = computed(joined.values, typed?.values)
    own.push({
      ...first,
      // What it was joined with was in no document.
      ...(document !== undefined && isEqual(values, first.values) && { document }),
      values,
      ...(joined.basis && { basis: joined.basis }),
      ...(uncertain.length > 0 && { uncertain }),
      seq,
      since: typed?.since ?? ++lastSince,
    })
  }
  const edits = new Map<string, string | undefined>()
  const batches = new Map<string, readonly KeptEdits[]>()
  const rows = own.length > manyRecords ? [] : own
  for (const row of rows)
    edits.set(rowKeys.record(writer.session, nameOf(row)), editsText(writer.session, [row]))
  for (let at = 0; at < own.length - rows.length; at += batchSize) {
    const many = own.slice(at, at + batchSize)
    const key = rowKeys.batch(writer.session, seq, nameOf(many[0] as KeptEdits))
    batches.set(key, many)
    edits.set(key, editsText(writer.session, many))
  }
  const release = makeRelease(remains, items, left)
  const history = withCurrentReferences(
    context.files,
    state,
    joinHistories(release.touched.map((one) => historyOf(one.history, namesOf(items, one.session)))),
  )
  const keepsUndo = writer.isKeepingUndo() && history.levels.length > 0
  const inheritedKey = keepsUndo ? rowKeys.undoInherited(writer.session, seq) : undefined
  const session: SessionValue = { session: writer.session, seenAt: Date.now() }
  return {
    swap: {
      expected: release.expected,
      writes: {
        edits: new Map([...release.edits, ...edits]),
        undo: new Map([
          ...release.undo,
          ...(inheritedKey === undefined ? [] : [[inheritedKey, historyText(history)] as const]),
        ]),
        sessions: new Map([...release.sessions, [rowKeys.session(writer.session), writeText(session)]]),
      },
    },
    rows,
    batches,
    history: writer.isKeepingUndo() ? history : { levels: [], position: 0 },
    inheritedKey,
    left,
  }
}

/** What becomes of the rows of dead pages when some items go, but for fields that are left of them. */
export function makeRelease(
  remains: readonly Remains[],
  items: readonly FoundEdits[],
  left: ReadonlyMap<string, RecordData>,
) {
  const touched = remains.filter(({ session }) => items.some((item) => item.session === session))
  const expected = new Map<string, unknown>()
  const edits = new Map<string, string | undefined>()
  const undo = new Map<string, undefined>()
  const sessions = new Map<string, undefined>()
  for (const { session, rows, records, undoKeys } of touched) {
    const names = namesOf(items, session)
    let isEmptied = true
    for (const [key, { edits: value, ...row }] of rows) {
      const some = value?.rows ?? []
      const kept = some.flatMap((one) => {
        const name = nameOf(one)
        if (!names.has(name)) return [one]
        const found = records.get(name)
        const rest = found?.row === key && found.kept === one ? left.get(found.item) : undefined
        return rest ? [{ ...one, values: rest }] : []
      })
      if (value === undefined || kept.length > 0) isEmptied = false
      if (!some.some((one) => names.has(nameOf(one)))) continue
      expected.set(key, row.value)
      edits.set(key, kept.length > 0 ? editsText(session, kept) : undefined)
    }
    if (!isEmptied) continue
    for (const key of undoKeys) undo.set(key, undefined)
    sessions.set(rowKeys.session(session), undefined)
  }
  return { touched, expected, edits, undo, sessions }
}

function namesOf(items: readonly FoundEdits[], session: string): ReadonlySet<string> {
  return new Set(items.filter((item) => item.session === session).map(({ kept }) => nameOf(kept)))
}

/** Histories of several pages, one above the other; only the last keeps what can be redone. */
function joinHistories(histories: readonly KeptHistory[]): KeptHistory {
  return histories.reduce<KeptHistory>(
    (below, { levels, position }) => {
      if (levels.length === 0) return below
      const done = below.levels.slice(0, below.position)
      return { levels: [...done, ...levels], position: done.length + position }
    },
    { levels: [], position: 0 },
  )
}

/** Joined values with the computed ones of the page, which are functions in its state. */
function computed(joined: RecordData, typed: RecordData | undefined): RecordData {
  const values = Object.entries(joined).flatMap(([field, value]) => {
    if (!isStoredLazyEdit(value)) return [[field, value]]
    const text = own(typed, field)
    return text === undefined ? [] : [[field, text]]
  })
  return Object.fromEntries(values) as RecordData
}

/** The error for an item that is not there any more. */
export function notRecovered(item: string): EntityStoreError {
  return new EntityStoreError(
    'invalid_id',
    `${show(item)} names no recovered edits: they were restored or discarded, here or in another tab.`,
  )
}
