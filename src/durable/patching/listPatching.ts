import { own } from '../../core/plain'
import { isEqual } from '../../core/isEqual'
import type { EntityConfig } from '../../config/entityConfig'
import { configOf, selectEntityConfig } from '../../config/selectors'
import { addresses } from '../../core/address'
import { recordKey, type EntityKey, type QueryKey, type RecordKey } from '../../core/keys'
import { getRow } from '../../core/recordTable'
import { batched, eachAction, type StoreAction } from '../../core/thunk'
import { isLocalId } from '../../core/localId'
import type { WriteIntent } from '../../core/writeGate'
import {
  receivedIn,
  type ReceivedRecords,
  type RecordSaved,
  type RecordsRemoved,
} from '../../entities/actions'
import { selectRow } from '../../entities/selectors'
import { listsPatched, type ListReceived } from '../../queries/actions'
import type { StoredQuery } from '../../queries/storedQuery'
import { invalidated } from '../../resolution/actions'
import { writeAddress } from '../../saving/writes'
import { isUnusedRemoved, type UnusedRemoved } from '../../store/garbageCollection/actions'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { EntityPatch, type Departure } from './entityPatch'
import type { ListOptions } from './listOptions'
import { makeListNotes } from './listNotes'
import type { RecordWrite } from './patchList'
import { rulesOf } from './rulesOf'
import { whenIdle } from '../whenIdle'
import { reportMismatch } from './verify'

type Write = RecordSaved | RecordsRemoved

type NamedWrite = Pick<WriteIntent, 'entity' | 'key' | 'createId'>

/** What patches the lists of a store. */
export interface ListPatching {
  /** Puts lists in place along with what a write is answered. */
  readonly prepare: (action: StoreAction) => StoreAction
  /** Notes what a read has brought; `state` is that before it. */
  readonly noteRead: (action: StoreAction, state: EntityState) => void
  /**
   * Notes that a write leaves: of lists that are read meanwhile nobody knows whether they have it.
   * @returns Whether no earlier request of it may have been done.
   */
  readonly noteWrite: (write: NamedWrite) => boolean
  /** Notes that the server has refused a write, and has done nothing. */
  readonly noteRefusal: (write: NamedWrite) => void
}

/** A write that has left: of several requests the first may have done it. */
interface WriteUnderWay {
  /** When it left. */
  readonly seq: number
  /** Whether its record was read since, otherwise than it was known: what that was before is not known. */
  isSeen: boolean
}

/**
 * Patches the lists of an entity with each answered write: where order and membership follow from what is known, the list
 * is put in place as the server would show it; the other lists are stale, as without this. What the write doesn't concern
 * is left in peace.
 */
export function createListPatching(
  { store, services, firstSentAt }: Pick<DurableContext, 'store' | 'services' | 'firstSentAt'>,
  options: ListOptions,
): ListPatching {
  const notes = makeListNotes()
  /** Writes that were not answered yet, by their names. */
  const underWay = new Map<string, WriteUnderWay>()

  return {
    prepare(action) {
      const actions = eachAction(action)
      noteReads(actions, store.getState())
      for (const one of actions) if (isUnusedRemoved(one)) forgetLists(one)
      return actions.some(isWrite) ? withPatches(actions) : action
    },
    noteRead: (action, state) => noteReads(eachAction(action), state),
    noteWrite(write) {
      const name = writeAddress(write)
      if (underWay.has(name)) return false
      underWay.set(name, { seq: services.nextSeq(), isSeen: false })
      return true
    },
    noteRefusal: (write) => void underWay.delete(writeAddress(write)),
  }

  function withPatches(actions: readonly StoreAction[]): StoreAction {
    const state = store.getState()
    const patches = new Map<EntityKey, EntityPatch>()
    const written = actions.map((action) => (isWrite(action) ? patchedBy(action, state, patches) : action))
    const results = [...patches].flatMap(([entity, patch]) => {
      const lists = patch.lists()
      if (options.verify === 'idle') verifyLater(entity, Object.keys(lists) as QueryKey[])
      return [
        ...(Object.keys(lists).length > 0 ? [listsPatched(entity, lists)] : []),
        ...(options.verify === false ? patch.readAnew(Date.now()) : []),
      ]
    })
    return batched([...written, ...results])
  }

  /** The action of a write that makes stale only the lists about which nothing can be decided. */
  function patchedBy(action: Write, state: EntityState, patches: Map<EntityKey, EntityPatch>): StoreAction {
    const { kind, name, entity } = isRemoval(action) ? action : action.target
    const config = selectEntityConfig(state, kind, name)
    const rules = config && rulesOf(config, options, state)
    const { invalidates } = action
    const lists = addresses.lists(entity)
    if (!config || !rules || !invalidates?.scopes.includes(lists)) return action
    const made = writesOf(action, state)
    if (!made) return action
    const sent = departureOf(action)
    // What the store has of the record may be what the write has made of it, or an earlier request.
    const writes = sent?.seq !== undefined && !sent.isSeen ? made : made.map(withoutBefore)
    let patch = patches.get(entity)
    if (!patch) patches.set(entity, (patch = new EntityPatch(state, { config, rules, notes })))
    // Newer than all that this write makes stale, and no newer than the newest record.
    const known = isRemoval(action) ? action.seq : action.received.seq
    const seq = known > invalidates.seq ? known : services.nextSeq()
    const moments = { seq, invalidatedSeq: invalidates.seq, sent }
    const queries = new Set(writes.flatMap((write) => [...patch.apply(write, moments)]))
    const scopes = [
      ...invalidates.scopes.filter((scope) => scope !== lists),
      addresses.lookups(entity),
      ...[...queries].map((query) => addresses.list(entity, query)),
    ]
    const narrowed = { ...action, invalidates: { ...invalidates, scopes } }
    return isRemoval(narrowed) ? ({ ...narrowed, seq } as RecordsRemoved) : narrowed
  }

  /**
   * When a write left; undefined where nobody here knows when it was done: by an earlier request, or by others, as
   * another tab says.
   */
  function departureOf(action: Write): Departure | undefined {
    const names = isRemoval(action)
      ? action.keys.map((key) => writeAddress({ entity: action.entity, key }))
      : [writeAddress({ ...action.target, key: draftKey(action) ?? action.target.key })]
    const departures = names.map(departureNamed)
    const [only] = departures
    if (departures.length === 1) return only
    const seqs = departures.flatMap((departure) => departure?.seq ?? [])
    const isSeen = departures.some((departure) => departure?.isSeen)
    return seqs.length > 0 && seqs.length === names.length ? { seq: Math.min(...seqs), isSeen } : undefined
  }

  function departureNamed(name: string): Departure | undefined {
    const isBefore = firstSentAt.has(name)
    const [at, ended] = [firstSentAt.get(name), underWay.get(name)]
    firstSentAt.delete(name)
    underWay.delete(name)
    if (isBefore) return at === undefined ? undefined : { at }
    return ended
  }

  function verifyLater(entity: EntityKey, queries: readonly QueryKey[]): void {
    if (queries.length === 0) return
    const scopes = queries.map((query) => addresses.list(entity, query))
    whenIdle(() => store.dispatch(invalidated(scopes, services.nextSeq())), 1000)
  }

  function noteReads(actions: readonly StoreAction[], state: EntityState): void {
    for (const one of actions) {
      const received = isWrite(one) ? undefined : receivedIn(one)
      if (!received) continue
      const config = configOf(state, received.entity)
      const rules = config && rulesOf(config, options, state)
      if (rules) notes.noteRecords(received, state, rules)
      if (received.context === 'default') noteSeen(received, state)
      if (isListReceived(one)) compare(one, getRow(getRow(state.queries, one.entity), one.query), config)
    }
  }

  function noteSeen({ entity, keys, records }: ReceivedRecords, state: EntityState): void {
    for (const [at, key] of keys.entries()) {
      const write = underWay.get(writeAddress({ entity, key }))
      if (!write) continue
      const { record } = selectRow(state, entity, key, 'default') ?? {}
      const isKnown = ([field, value]: [string, unknown]) => isEqual(value, own(record, field))
      if (!record || !Object.entries(records[at] ?? {}).every(isKnown)) write.isSeen = true
    }
  }

  function forgetLists({ lists }: UnusedRemoved): void {
    for (const [entity, queries] of Object.entries(lists) as [EntityKey, readonly QueryKey[]][])
      notes.forget(entity, queries)
  }

  /** Compares an answer with what the list was patched to. */
  function compare(
    action: ListReceived,
    known: StoredQuery | undefined,
    config: EntityConfig | undefined,
  ): void {
    const expected = notes.noteAnswer(action, known, services.nextSeq())
    if (!expected || !config) return
    const { kind, name } = config
    const { context, parameters, window } = action
    const query = context === 'default' ? parameters : { context, ...parameters }
    reportMismatch({ kind, name, query, expected, got: window.ids }, options.onMismatch)
  }
}

/** A write of which nobody knows what the record was before it; a new record was none. */
function withoutBefore(write: RecordWrite): RecordWrite {
  return write.before === null ? write : { ...write, before: undefined }
}

/** The key that a saved draft had; undefined for other records. */
function draftKey({ target: { id } }: RecordSaved): RecordKey | undefined {
  return isLocalId(id) ? recordKey(id) : undefined
}

/**
 * What a write has made of which records; undefined where the answer does not have all of the record, or has given it
 * another key: the store takes the old one out of the lists.
 */
function writesOf(action: Write, state: EntityState): readonly RecordWrite[] | undefined {
  const known = (entity: EntityKey, key: RecordKey) => selectRow(state, entity, key, 'default')?.record
  if (isRemoval(action))
    return action.keys.map((key) => ({ key, before: known(action.entity, key), after: null, sent: [] }))
  const { target, key, received, removed } = action
  const after = received.records[0]
  const isNew = target.key === undefined || isLocalId(target.id)
  if (received.fields !== null || !after || (removed && !isNew)) return undefined
  const sent = Object.keys(received.sent ?? {})
  return [{ key, before: isNew ? null : known(target.entity, key), after, sent }]
}

function isWrite(action: StoreAction): action is Write {
  return /^entities\/record(Saved|Deleted|sRemoved)$/.test(action.type)
}

function isRemoval(action: StoreAction): action is RecordsRemoved {
  return action.type === 'entities/recordsRemoved'
}

function isListReceived(action: StoreAction): action is ListReceived {
  return action.type === 'queries/listReceived'
}
