import type { Awareness } from 'y-protocols/awareness'
import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import { applyEdits } from '../../edits/applyEdits'
import { editEntityRecord } from '../../edits/editEntityRecord'
import type { StoredEdits } from '../../edits/storedEdits'
import { blockField, withBlockText } from '../../edits/blockCodec'
import { isStoredLazyEdit } from '../../edits/lazyEdit'
import { fetchEntityRecord } from '../../entities/fetchEntityRecord'
import { entityKey, type EntityId, type RecordKey } from '../../core/keys'
import { own, type RecordData } from '../../core/plain'
import { selectCurrentUser } from '../../wordpress/fetchCurrentUser'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { batched, type StoreAction } from '../../core/thunk'
import { hashOf } from '../document/hash'
import { createNews } from '../document/serverChanges'
import { peopleNumber, recordFields, seedDocument, writeSeed } from '../document/seed'
import { isEqual, mergeValues, type MergeKind } from '../merge/mergeValues'
import { rebasedUndo, type SharedView } from './rebaseUndo'
import {
  clockOf,
  forgetSeen,
  isOverlooked,
  noteSeen,
  observeSeen,
  seenMap,
} from '../document/acknowledgements'
import type { PersistedDocument } from '../persistence/persistence'
import { createConnections } from './connections'
import { createPresence, type Presence } from './presence'
import { documentMap, editsMap, stateMap, type RecordCodec } from '../document/recordCodec'
import { createRecordSide } from './storeRecord'
import { createSaveUnderWay } from './pendingSave'
import { failedStatus, type SyncStatus } from './status'
import { createHeldChanges } from './heldChanges'
import type { PendingChange, SyncOptions, SyncUser } from '../syncOptions'
import { tell, toldMap } from '../document/serverHashes'

/** The libraries that documents are made with: one copy for all. */
export interface SyncLibraries {
  readonly Y: typeof Yjs
  readonly Awareness: typeof Awareness
}

/** What a record is shared with. */
export interface SyncedRecordInput extends SyncLibraries {
  readonly store: EntityStore
  readonly config: EntityConfig
  readonly key: RecordKey
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  readonly codec: RecordCodec
  readonly options: SyncOptions
  /** Called when the status or who is here has changed. */
  readonly onChange: () => void
}

/** A record that is shared: what is edited goes out, what others edit comes in. */
export interface SyncedRecord {
  readonly presence: Presence
  readonly status: () => SyncStatus
  /** Tells the others who this is, where that has changed. */
  readonly introduce: () => void
  /** Looks whether the record or its edits are others now. */
  readonly look: () => void
  /** Sends what is gathered, before the server tells the record anew: what equals the old one is no edit, and would be forgotten. */
  readonly beforeTold: () => void
  /** Notes that this store has saved the record, for the others to hear. */
  readonly saved: () => void
  /** Brings store and document together now, instead of in a moment. */
  readonly flush: () => void
  /** What colleagues have changed and this store has not taken over. */
  readonly pending: () => readonly PendingChange[]
  /** Takes such changes over, as far as they still are what was shown. */
  readonly accept: (changes: readonly PendingChange[]) => void
  /** Takes such changes out of the document, as far as they still are what was shown. */
  readonly decline: (changes: readonly PendingChange[]) => void
  /** Begins the document anew with the server's record and what is edited here. */
  readonly reset: () => void
  /** What undo needs to know; undefined while nothing is shared. */
  readonly view: () => SharedView | undefined
  /** Leaves; with `isGone` what was kept on this device is forgotten, too. */
  readonly destroy: (isGone?: boolean) => Promise<void>
}

/** Milliseconds in which changes are gathered before they go out or come in. */
const gatherTime = 30
/** Milliseconds that each who comes later in the room waits longer before doing what one of them is enough for. */
const turnTime = 2000
/** Where it is kept, beside the fields of the record, what was not taken over: their names don't begin so. */
const heldNote = '_held'
/** Milliseconds at most between tries to read what a colleague has saved. */
const longestRetry = 64_000

/** Opens the document of a record: from this device, then from others, else from the server's record. */
export function openSyncedRecord(input: SyncedRecordInput): SyncedRecord {
  const { store, config, key, id, codec, options, onChange, Y } = input
  const { kind, name } = config
  const entity = entityKey(kind, name)
  const objectType = codec.objectType(config)
  const objectId = key === '' ? null : key
  /** Marks changes to the document as this store's own. */
  const origin = { store }
  /** Marks what this store writes down for the server. */
  const serverOrigin = { store }
  const record = createRecordSide(store, config, id)
  const doc = new Y.Doc()
  doc.clientID = peopleNumber(doc.clientID)
  const open = codec.open(Y, doc, config)
  const state = doc.getMap(stateMap)
  const awareness = new input.Awareness(doc)
  const presence = createPresence({ Y, awareness, codec: open, doc, onChange: whoChanged })
  const leaving = new AbortController()

  let failure: SyncStatus | undefined
  let isLive = false
  /** Set while the document is one of another codec. */
  let isRefused = false
  let hasRemote = false
  let hasSaved = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let persisted: PersistedDocument | undefined
  let row: StoredEdits | undefined
  let told: RecordData | undefined
  /** What store and document last agreed on, by field. */
  const agreed = new Map<string, unknown>()
  /** Fields that either side may have changed since they were brought together. */
  const changed = new Set<string>()
  const news = createNews({ Y, doc, origin: serverOrigin, config, codec, open, record, agreed })
  const heldChanges = createHeldChanges({ kind, name, id }, options)
  const underWay = createSaveUnderWay({ doc, config, codec, record })
  /** Fields that others began apart from this store, and that its edits are still to be brought into. */
  const apart = new Set<string>()
  /** Fields that were not taken over when this store was here before. */
  let heldBefore: readonly unknown[] = []
  /** Fields that this store was the last to write, each with the moment by the document's clock. */
  const wrote = new Map<string, number>()
  /** Set while this store waits for its turn to bring in either. */
  let turn: ReturnType<typeof setTimeout> | undefined
  /** Set while a save that was heard of is to be read once more. */
  let retry: ReturnType<typeof setTimeout> | undefined
  const { promise: isAnswered, resolve: answered } = deferred()
  const { promise: isKnown, resolve: known } = deferred()
  const connections = createConnections(
    options.transports,
    { objectType, objectId, site: options.site ?? '', doc, awareness, Y, signal: leaving.signal },
    { readyTimeout: options.readyTimeout, isAnswered, onChange },
  )

  // What a colleague wrote may be of any form. An error here would end the transport that brought it.
  doc.on('update', (update: Uint8Array, from: unknown) => {
    if (isPersisting || from === origin || from === serverOrigin) return
    hasRemote = true
    if (open.fields().length > 0 || state.size > 0) answered()
    if (isRefused && !open.isForeign()) void join()
    schedule()
  })
  doc.getMap(codec.root).observeDeep((events, transaction) => {
    if (transaction.origin === origin) return
    guard(() => {
      note(open.forget(events))
      meetAgain(events)
    })
  })
  state.observe((event, transaction) => {
    if (isLive && transaction.origin !== origin && event.keysChanged.has('savedAt')) void hearSave()
  })
  doc.getMap(toldMap).observe(() => {
    note(news.fields.keys())
    news.look()
    if (isLive) keepBase()
  })
  observeSeen({ doc }, note)
  let isPersisting = true
  introduce()
  look()
  void begin()

  function whoChanged(): void {
    if (presence.hasWordPressEditor()) schedule()
    onChange()
  }

  function introduce(): void {
    presence.introduce(userOf(store, options))
  }

  async function begin(): Promise<void> {
    try {
      if (options.persistence) {
        const room = objectType + (objectId === null ? '' : `-${objectId}`)
        persisted = await options.persistence.open(options.site ? `${options.site} ${room}` : room, doc)
      }
    } catch {
      // Private windows have no storage: what is edited is shared all the same.
    }
    isPersisting = false
    if (leaving.signal.aborted) return
    await connections.open()
    await Promise.all([isKnown, connections.ready()])
    await join()
  }

  async function join(): Promise<void> {
    isRefused = false
    if (!leaving.signal.aborted) guard(await adopt())
  }

  /** Agrees on where to begin; gives what is to be done then. */
  async function adopt(): Promise<() => void> {
    const isStale = () => state.get('base') !== undefined && state.get('base') !== hashOf(record.base())
    // Others have saved since this record was read.
    if (hasRemote && isStale()) await refetch()
    return () => {
      // Who has nothing that is not here, too, is here all the same.
      hasRemote ||= presence.hasOthers()
      const raw = record.raw()
      if (raw === undefined || leaving.signal.aborted) return
      if (open.isForeign()) {
        isRefused = true
        failure = {
          status: 'disconnected',
          code: 'protocol-mismatch',
          message: `The document of ${objectType} ${objectId} was not written by the ${codec.name} codec, so nothing is written to it. Use one codec on all sides.`,
        }
        onChange()
        return
      }
      const isKept = !hasRemote && persisted?.base !== undefined
      if (codec.isSeeded && open.fields().length === 0)
        seedDocument({ ...input, doc, origin, fields: record.seedFields(), raw })
      const before = isKept ? persisted?.base : raw
      heldBefore = ownList(persisted?.base, heldNote)
      noteAll()
      for (const field of changed) {
        adoptField(field)
        agreed.set(
          field,
          before ? record.valueIn(before, field) : open.has(field) ? open.read(field) : record.said(field),
        )
      }
      failure = undefined
      isLive = true
      bringTogether(isKept)
      presence.refresh(open.fields())
      if (!hasRemote) doc.transact(() => setState('base', hashOf(record.base())), origin)
      keepBase()
      onChange()
    }
  }

  /** Gives the document the ids of this store's blocks, and the server's entries for those that are on their way to it. */
  function adoptField(field: string): void {
    const isEntries = codec.mergeKind(config, field) === 'entries'
    open.adopt(field, isEntries ? record.said(field) : record.value(field))
  }

  function keepBase(): void {
    if (news.fields.size > 0) return
    const held = heldChanges.fields()
    persisted?.keepBase({ ...recordFields(record.raw() ?? {}), ...(held.length > 0 && { [heldNote]: held }) })
  }

  function note(fields: Iterable<string>): void {
    for (const field of fields) if (!record.isLeftOut(field)) changed.add(field)
  }

  function noteAll(): void {
    const seeded = codec.isSeeded ? record.seedFields() : []
    note([...seeded, ...agreed.keys(), ...open.fields(), ...record.editedSince(undefined)])
  }

  function look(): void {
    const view = record.view()
    if (view === undefined || (view.row === row && view.raw === told)) return
    const hasNews = view.raw !== told
    note(record.editedSince(row))
    if (view.row?.sent && view.row.sent !== row?.sent) underWay.send(record.sent())
    row = view.row
    told = view.raw
    if (told !== undefined) known()
    if (!isLive) return
    if (hasNews) takeNews()
    schedule()
  }

  /** Notes what the server has changed: it goes into the document, unless somebody whose save it is has brought it there. */
  function takeNews(): void {
    news.take()
    noteAll()
    if (news.fields.size > 0) awaitTurn(presence.hasOthers() ? presence.rank() + 1 : 0)
    keepBase()
  }

  /** Waits until those who come before have had the time to do what one is enough for. */
  function awaitTurn(place: number): void {
    turn ??= setTimeout(() => {
      turn = undefined
      flush()
    }, place * turnTime)
  }

  /**
   * Two who began from different versions of the record have met, and of each field only what one of them began is left.
   * What the other had written there stands in the stores of all who heard of it: the first of them brings it in again,
   * and the rest find it there when it is their turn.
   */
  function meetAgain(events: readonly Yjs.YEvent<Yjs.AbstractType<unknown>>[]): void {
    if (!isLive) return
    const raw = record.raw() ?? {}
    for (const { target, changes } of events) {
      if ((target as unknown) !== doc.getMap(codec.root)) continue
      for (const [field, { oldValue }] of changes.keys) {
        if (!(oldValue instanceof Y.AbstractType)) continue
        agreed.set(field, record.valueIn(raw, field))
        apart.add(field)
      }
    }
    if (apart.size === 0) return
    awaitTurn(presence.rank())
  }

  function tellNews(): void {
    if (news.fields.size === 0) return
    note(news.fields.keys())
    if (news.write()) adoptField('blocks')
    keepBase()
  }

  function schedule(): void {
    if (isLive) timer ??= setTimeout(flush, gatherTime)
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (isLive) guard(() => bringTogether(false))
  }

  /** Does something that may fail; what fails is told, and what was edited stays in the store. */
  function guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      failure = failedStatus(error)
      onChange()
    }
  }

  /** Merges what was edited here with what others have, field by field. */
  function bringTogether(isOneStory: boolean): void {
    const written: [field: string, value: unknown][] = []
    const outcome: [field: string, value: unknown][] = []
    const heard: { field: string; kind: MergeKind; before: unknown; after: unknown }[] = []
    const wasHeld = heldChanges.pending()
    if (turn === undefined) tellNews()
    for (const field of changed) {
      if (apart.has(field)) {
        if (turn !== undefined) continue
        adoptField(field)
      }
      const mine = record.value(field)
      if (mine === undefined) continue
      if (isMissing(field)) {
        written.push([field, mine])
        outcome.push([field, mine])
        continue
      }
      const known = agreed.has(field) ? agreed.get(field) : record.valueIn(record.raw() ?? {}, field)
      const theirs = open.has(field) ? open.read(field) : known
      const before = underWay.takeCommon(field, known, theirs)
      if (mine === before && theirs === before) {
        // A save changes what the server says: what both sides said before it has to be known then.
        agreed.set(field, before)
        continue
      }
      const mergeKind = codec.mergeKind(config, field)
      if (news.fields.has(field)) {
        // What is written here goes out; what others have written comes in with the news.
        const merged = mergeValues(mergeKind, before, mine, theirs)
        if (!isEqual(mergeKind, merged, theirs)) written.push([field, merged])
        news.fields.set(field, mergeValues(mergeKind, before, mine, news.fields.get(field)))
        outcome.push([field, mine])
        continue
      }
      const merged = mergeValues(mergeKind, before, mine, theirs, isOneStory || apart.has(field))
      if (!isEqual(mergeKind, merged, theirs)) written.push([field, merged])
      const isNew = !isEqual(mergeKind, merged, mine)
      // What this store has from before it was started anew is its own, but for what was held then.
      const isOwn = isOneStory && !heldBefore.includes(field)
      if (isNew && !isOwn && !heldChanges.isTaken(field, mine, merged)) {
        outcome.push([field, mine])
        continue
      }
      heldChanges.release(field)
      if (isNew) heard.push({ field, kind: mergeKind, before: mine, after: merged })
      outcome.push([field, merged])
    }
    // Who hears of a save takes it that all that was saved is in the document.
    const justSaved = hasSaved && news.fields.size === 0
    if (justSaved) hasSaved = false
    if (written.length > 0 || justSaved) {
      doc.transact(() => {
        for (const [field, value] of written) {
          open.write(field, value)
          if (!codec.isSeeded) forgetSeen({ Y, doc }, field)
        }
        if (justSaved) tellSaved()
      }, origin)
    }
    for (const { field, before, after } of heard) {
      wrote.delete(field)
      underWay.hear(field, before, after)
    }
    for (const [field] of written) wrote.set(field, clockOf({ Y, doc }))
    // Before the store hears of it: who listens there may edit at once, and that is to go out, too.
    for (const [field, value] of outcome) agreed.set(field, value)
    if (turn === undefined) apart.clear()
    changed.clear()
    // What waits for its turn is looked at again.
    note([...apart, ...news.fields.keys()])
    if (heard.length > 0) hear(heard)
    settleText()
    if (wasHeld !== heldChanges.pending()) {
      keepBase()
      onChange()
    }
    if (failure) {
      failure = undefined
      onChange()
    }
    presence.refresh(outcome.map(([field]) => field))
    if (presence.hasWordPressEditor()) doc.transact(() => open.tidy(), origin)
  }

  /**
   * Whether a field that is edited here has to be brought into the document: somebody who saved took it out without
   * having heard of what this store wrote there, or this store has saved, and what was edited meanwhile is not saved.
   */
  function isMissing(field: string): boolean {
    if (open.has(field) || !record.isEdited(field)) return false
    const clock = wrote.get(field)
    return hasSaved || (clock !== undefined && isOverlooked({ Y, doc }, field, clock))
  }

  function setState(name: string, value: unknown): void {
    if (state.get(name) !== value) state.set(name, value)
  }

  /** Lets the others know that the record was saved: they read it again, and let their edits go that it settles. */
  function tellSaved(): void {
    // What was edited since it was sent counts over what a colleague has read of the server at the same time.
    for (const [field, edit] of underWay.end()) open.repeat(field, edit)
    for (const field of open.fields()) {
      if (!isEqual('value', open.read(field), record.said(field))) continue
      open.remove(field)
      if (!open.has(field)) noteSeen({ Y, doc }, field)
    }
    writeSavedText()
    tell(doc, news.toldBy(agreed.keys()))
    setState('base', hashOf(record.base()))
    setState('savedAt', Date.now())
    setState('savedBy', doc.clientID)
  }

  /** WordPress's editor compares the text in the document with the saved one, to know whether anything is unsaved. */
  function writeSavedText(): void {
    const text = blockField(config)
    if (!codec.isSeeded || text === undefined || !record.isLeftOut(text) || !open.has(text)) return
    const saved = record.said(text)
    if (typeof saved === 'string') open.write(text, saved)
  }

  /** What others have changed becomes an edit here that is not this user's to undo. */
  function hear(
    changed: readonly { field: string; kind: MergeKind; before: unknown; after: unknown }[],
  ): void {
    const now: EntityState = store.getState()
    const view = record.view()
    if (view === undefined) return
    const edits: RecordData = Object.fromEntries(changed.map(({ field, after }) => [field, after]))
    const edited = applyEdits(now, view, withBlockText(now, config, edits), 'ignore')
    const rebased = rebasedUndo(now.undo, entity, key, changed, blockField(config))
    store.dispatch<StoreAction>(rebased ? batched([rebased, edited]) : edited)
  }

  /** A colleague has saved the record: edits that are nobody's any more go, as the server has them now. */
  async function hearSave(wait = turnTime): Promise<void> {
    clearTimeout(retry)
    const isRead = await refetch()
    if (leaving.signal.aborted) return
    flush()
    settleText()
    // What is settled shows what the server has: that has to be known first.
    if (!isRead) retry = setTimeout(() => void hearSave(Math.min(2 * wait, longestRetry)), wait)
    if (codec.isSeeded || !isRead) return
    const settled = [...agreed.keys()].filter(
      (field) =>
        record.isEdited(field) &&
        !open.has(field) &&
        isEqual('value', record.value(field), agreed.get(field)),
    )
    for (const field of settled) agreed.set(field, record.said(field))
    if (settled.length === 0) return
    const edits = Object.fromEntries(settled.map((field) => [field, undefined]))
    store.dispatch(editEntityRecord<string, string>(kind, name, id, edits, { undoIgnore: true }))
  }

  /** Blocks that say what the server's text does are no edit of it, whoever has saved them or taken them back. */
  function settleText(): void {
    const text = blockField(config)
    const view = record.view()
    if (!view || text === undefined || !isStoredLazyEdit(own(view.row?.values, text))) return
    const saved = own(view.raw, text)
    if (typeof saved !== 'string' || !view.raw) return
    if (!isEqual('blocks', record.value('blocks'), record.valueIn(view.raw, 'blocks'))) return
    store.dispatch(editEntityRecord<string, string>(kind, name, id, { [text]: saved }, { undoIgnore: true }))
  }

  /** Puts what is edited here in the place of what colleagues made of it. */
  function decline(changes: readonly PendingChange[]): void {
    const fields = heldChanges.stillHeld(changes)
    doc.transact(() => {
      for (const field of fields) open.write(field, record.value(field))
    }, origin)
    for (const field of fields) {
      agreed.set(field, record.value(field))
      wrote.set(field, clockOf({ Y, doc }))
      heldChanges.release(field)
    }
    keepBase()
    onChange()
  }

  /** Takes everything out of the document, whoever has written it, and begins again with what the server says. */
  function reset(): void {
    const raw = record.raw()
    if (raw === undefined || leaving.signal.aborted) return
    doc.transact(() => {
      for (const name of rootMaps) doc.getMap(name).clear()
      if (codec.isSeeded) writeSeed(open, { store, config, fields: record.seedFields(), raw })
      setState('base', hashOf(record.base()))
    }, origin)
    for (const known of [agreed, apart, wrote, news.fields]) known.clear()
    for (const field of heldChanges.fields()) heldChanges.release(field)
    noteAll()
    for (const field of changed) {
      adoptField(field)
      agreed.set(field, record.valueIn(raw, field))
    }
    failure = undefined
    isLive = true
    bringTogether(false)
    keepBase()
    onChange()
  }

  async function refetch(): Promise<boolean> {
    try {
      await store.dispatch(fetchEntityRecord<string, string>(kind, name, id, undefined, { force: true }))
      return true
    } catch {
      // It stands in the resolution; the edits are as they were.
      return false
    }
  }

  return {
    presence,
    status: () => failure ?? connections.status(),
    introduce,
    look,
    beforeTold: () => {
      if (timer !== undefined) flush()
    },
    saved: () => {
      hasSaved = true
      noteAll()
      schedule()
    },
    flush,
    pending: heldChanges.pending,
    accept: (changes) => {
      note(heldChanges.accept(changes))
      flush()
    },
    decline: (changes) => guard(() => decline(changes)),
    reset: () => guard(reset),
    view: () => {
      const view = isLive ? record.view() : undefined
      return view && { view, mergeKind: (field) => codec.mergeKind(config, field), value: record.value }
    },
    destroy: async (isGone = false) => {
      if (leaving.signal.aborted) return
      flush()
      clearTimeout(turn)
      clearTimeout(retry)
      isLive = false
      presence.leave()
      leaving.abort()
      await connections.close()
      await (isGone ? persisted?.clear() : persisted?.destroy())
      awareness.destroy()
      doc.destroy()
    },
  }
}

function userOf({ getState }: EntityStore, { user }: SyncOptions): SyncUser {
  const given = typeof user === 'function' ? user() : user
  if (given) return given
  const { id, name = '', avatar_urls: avatars } = selectCurrentUser(getState())
  const avatarUrl = Object.values(avatars ?? {}).at(-1)
  return { ...(id !== undefined && { id }), name, ...(avatarUrl && { avatarUrl }) }
}

/** Everything that a document holds. */
const rootMaps = [documentMap, editsMap, stateMap, toldMap, seenMap]

function ownList(record: RecordData | undefined, field: string): readonly unknown[] {
  const list = own(record, field)
  return Array.isArray(list) ? list : []
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
