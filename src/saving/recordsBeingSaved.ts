import { counterpartOf } from '../core/counterparts'
import type { ConfigState } from '../config/reducer'
import { own } from '../core/plain'
import { changedKeys, eachRow, getRow, keysOf, rowTest } from '../core/recordTable'
import { isEqual } from '../core/isEqual'
import type { EntityKey, RecordKey } from '../core/keys'
import { sliceOf } from '../core/sliceOf'
import { recordSummary, summaryOf, type RecordSummary } from '../edits/dirtyRecords'
import { selectEditedView } from '../edits/selectors'
import type { EditsState } from '../edits/storedEdits'
import type { EntitiesState } from '../entities/reducer'
import { selectRows } from '../entities/selectors'
import type { StateWithSaving } from './reducer'
import { writeAddress, type StoredWrite, type WritesState } from './writes'

/** Whether anything is being saved, autosaves included; what it costs does not grow with how much that is. */
export function selectIsAnythingSaving({ saving }: StateWithSaving): boolean {
  return isAnyPending(saving)
}

const isAnyPending = /* @__PURE__ */ rowTest(({ pending }: StoredWrite) => pending)

/** The list as it was last asked for, with what it was made of. */
interface SavingList {
  readonly config: ConfigState
  readonly saving: WritesState
  readonly edits: EditsState['records']
  readonly received: EntitiesState['records']
  /** By the name of the write. */
  readonly summaries: Map<string, RecordSummary>
  /** The entities of all of them, and maybe others. */
  readonly entities: Set<EntityKey>
  readonly records: readonly RecordSummary[]
}

/**
 * The list of each store, by its companions. It only saves work: what is asked for again is made from what has changed
 * since, and comes to the same as when it is made anew.
 */
const savingLists = new WeakMap<object, SavingList>()

const nothing: readonly RecordSummary[] = []

/** Every record that is being saved, creates with the key undefined; the same array as long as it says the same. */
export function selectEntityRecordsBeingSaved(state: StateWithSaving): readonly RecordSummary[] {
  const config = sliceOf(state?.config, state)
  const store = counterpartOf(config) ?? config
  if (!isAnyPending(state.saving)) {
    savingLists.delete(store)
    return nothing
  }
  const before = savingLists.get(store)
  const now = listSaving(state, before)
  if (now !== before) savingLists.set(store, now)
  return now.records
}

/** Only what has changed since the list was made is looked at. */
function listSaving(state: StateWithSaving, before: SavingList | undefined): SavingList {
  const { config, saving } = state
  const basis = { config, saving, edits: state.edits.records, received: state.entities.records }
  if (before?.config !== config) {
    const known = { summaries: new Map<string, RecordSummary>(), entities: new Set<EntityKey>() }
    return relisted(state, { ...basis, ...known, records: nothing }, keysOf(saving))
  }
  const { edits, received } = before
  if (before.saving === saving && edits === basis.edits && received === basis.received) return before
  return relisted(state, { ...before, ...basis }, changedNames(state, before))
}

/** The list with what the writes of these names come to now. */
function relisted(state: StateWithSaving, list: SavingList, names: Iterable<string>): SavingList {
  const { saving, summaries, entities } = list
  let isChanged = false
  for (const name of names) {
    const write = getRow(saving, name)
    const listed = summaries.get(name)
    const made = write?.pending ? summaryOfWrite(state, write) : undefined
    if (isEqual(listed, made)) continue
    isChanged = true
    if (made && write) {
      summaries.set(name, made)
      entities.add(write.entity)
    } else summaries.delete(name)
  }
  if (!isChanged) return list
  const records: RecordSummary[] = []
  eachRow(saving, (write, name) => {
    const summary = summaries.get(name)
    if (summary) records.push(summary)
  })
  return { ...list, records }
}

function summaryOfWrite(state: StateWithSaving, { kind, name, key, id }: StoredWrite): RecordSummary {
  const view = key === undefined ? undefined : selectEditedView(state, kind, name, id)
  return view ? summaryOf(view) : recordSummary(kind, name, undefined, '')
}

/** The writes that have changed, and those of records whose titles may have. */
function changedNames(state: StateWithSaving, before: SavingList): ReadonlySet<string> {
  const names = new Set(changedKeys(before.saving, state.saving))
  for (const entity of before.entities) {
    const edited = changedKeys(before.edits[entity], state.edits.records[entity])
    const rows = own(getRow(before.received, entity)?.contexts, 'default')
    const received = changedKeys(rows, selectRows(state, entity, 'default'))
    for (const key of [...edited, ...received]) {
      const name = writeAddress({ entity, key: key as RecordKey })
      if (before.summaries.has(name)) names.add(name)
    }
  }
  return names
}
