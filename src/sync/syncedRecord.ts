import type { Awareness } from 'y-protocols/awareness'
import type * as Yjs from 'yjs'
import type { EntityConfig } from '../config/entityConfig'
import { isTransient } from '../edits/fields'
import { applyEdits } from '../edits/applyEdits'
import { editEntityRecord } from '../edits/editEntityRecord'
import { blockField, selectBlockServices, withBlockText } from '../edits/blockCodec'
import { isStoredLazyEdit } from '../edits/lazyEdit'
import { editedOf, selectEditedView, type EditedView } from '../edits/selectors'
import { fetchEntityRecord } from '../entities/fetchEntityRecord'
import { entityKey, scope, type EntityId, type RecordKey } from '../keys'
import { isRecord, own, type RecordData } from '../plain'
import { selectEntityBlocks } from '../blocks/selectors'
import { selectCurrentUser } from '../session/fetchCurrentUser'
import type { EntityStore } from '../store/createEntityStore'
import type { EntityState, StateReplaced } from '../store/rootReducer'
import { together, type StoreAction } from '../thunk'
import { hashOf } from './hash'
import { baseFields, peopleNumber, recordFields, seedDocument, writeAsServer } from './seed'
import { isEqual, mergeValues, type MergeKind } from './mergeValues'
import { rebasedUndo, type SharedView } from './ownUndo'
import { clockOf, forgetSeen, isOverlooked, noteSeen } from './seen'
import type { PersistedDocument } from './persistence'
import { createPresence, type Presence } from './presence'
import { documentMap, stateMap, type RecordCodec } from './recordCodec'
import { failedStatus, worstStatus, type SyncStatus } from './status'
import type { SyncOptions, SyncUser } from './syncOptions'
import { isTold, nameOf, tell, toldMap, toldOf } from './told'
import type { TransportConnection } from './transport'

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
  /** Looks whether the record or its edits are others now. */
  readonly look: () => void
  /** Sends what is gathered, before the server tells the record anew: what equals the old one is no edit, and would be forgotten. */
  readonly beforeTold: () => void
  /** Notes that this store has saved the record, for the others to hear. */
  readonly saved: () => void
  /** Brings store and document together now, instead of in a moment. */
  readonly flush: () => void
  /** What undo needs to know; undefined while nothing is shared. */
  readonly view: () => SharedView | undefined
  /** Leaves; with `isGone` what was kept on this device is forgotten, too. */
  readonly destroy: (isGone?: boolean) => Promise<void>
}

/** Milliseconds to wait for others: WebRTC over a site that ends each answer may take up to twelve seconds, as its transport knows. */
const longestWait = 15_000
/** Milliseconds in which changes are gathered before they go out or come in. */
const gatherTime = 30
/** Milliseconds that each who comes later in the room waits longer before doing what one of them is enough for. */
const turnTime = 2000
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
  const doc = new Y.Doc()
  doc.clientID = peopleNumber(doc.clientID)
  const open = codec.open(Y, doc, config)
  const state = doc.getMap(stateMap)
  const awareness = new input.Awareness(doc)
  const presence = createPresence({ Y, awareness, codec: open, doc, onChange })
  const leaving = new AbortController()
  const connections: TransportConnection[] = []
  const statuses: SyncStatus[] = options.transports.map(() => ({ status: 'connecting' }))

  let failure: SyncStatus | undefined
  let isLive = false
  let hasRemote = false
  let hasSaved = false
  /** The text that was made blocks of last. */
  let parsed: { readonly text: string; readonly blocks: unknown } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let persisted: PersistedDocument | undefined
  let row: unknown
  let told: RecordData | undefined
  /** What store and document last agreed on, by field. */
  const agreed = new Map<string, unknown>()
  /** Fields of which the server has told something that the document lacks, with what was agreed on without it. */
  const news = new Map<string, unknown>()
  /** Fields that others began apart from this store, and that its edits are still to be brought into. */
  const apart = new Set<string>()
  /** Fields that this store was the last to write, each with the moment by the document's clock. */
  const wrote = new Map<string, number>()
  /** Set while this store waits for its turn to bring in either. */
  let turn: ReturnType<typeof setTimeout> | undefined
  /** Set while a save that was heard of is to be read once more. */
  let retry: ReturnType<typeof setTimeout> | undefined
  const { promise: isAnswered, resolve: answered } = deferred()
  const { promise: isKnown, resolve: known } = deferred()

  doc.on('update', (update: Uint8Array, from: unknown) => {
    if (isPersisting || from === origin || from === serverOrigin) return
    hasRemote = true
    if (open.fields().length > 0 || state.size > 0) answered()
    schedule()
  })
  doc.getMap(documentMap).observeDeep((events, transaction) => {
    if (transaction.origin === origin) return
    open.forget(events)
    meetAgain(events)
  })
  state.observe((event, transaction) => {
    if (isLive && transaction.origin !== origin && event.keysChanged.has('savedAt')) void hearSave()
  })
  doc.getMap(toldMap).observe(() => {
    for (const [field, before] of news) noteNews(field, before)
  })
  let isPersisting = true
  presence.introduce(userOf(store, options))
  look()
  void begin()

  async function begin(): Promise<void> {
    try {
      if (options.persistence) {
        persisted = await options.persistence.open(
          objectType + (objectId === null ? '' : `-${objectId}`),
          doc,
        )
      }
    } catch {
      // Private windows have no storage: what is edited is shared all the same.
    }
    isPersisting = false
    if (leaving.signal.aborted) return
    await Promise.all(options.transports.map((transport, at) => connect(transport, at)))
    await Promise.all([isKnown, whoever()])
    if (!leaving.signal.aborted) guard(await adopt())
  }

  async function connect(transport: SyncOptions['transports'][number], at: number): Promise<void> {
    const tell = (status: SyncStatus) => {
      statuses[at] = status
      onChange()
    }
    try {
      const connection = await transport({
        ...{ objectType, objectId, doc, awareness, Y },
        signal: leaving.signal,
      })
      connections.push(connection)
      if (leaving.signal.aborted) await connection.destroy()
      else connection.on('status', tell)
    } catch (error) {
      tell(failedStatus(error))
    }
  }

  /** Waits until it is known what others have, but not for ever. */
  async function whoever(): Promise<void> {
    let limit: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, options.readyTimeout ?? longestWait)
    })
    const ready = Promise.all(connections.map((connection) => connection.ready)).then(() => undefined)
    const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    await Promise.race([isAnswered, ready, late, left])
    clearTimeout(limit)
  }

  /** Agrees on where to begin; gives what is to be done then. */
  async function adopt(): Promise<() => void> {
    const isStale = () => state.get('base') !== undefined && state.get('base') !== hashOf(base())
    // Others have saved since this record was read.
    if (hasRemote && isStale()) await refetch()
    return () => {
      // Who has nothing that is not here, too, is here all the same.
      hasRemote ||= presence.hasOthers()
      const { raw } = viewNow() ?? {}
      if (raw === undefined || leaving.signal.aborted) return
      if (open.isForeign()) {
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
        seedDocument({ ...input, doc, origin, fields: seedFields(), raw })
      const blocks = storeValue('blocks')
      open.adopt('blocks', blocks)
      const before = isKept ? persisted?.base : raw
      for (const field of fieldsNow()) {
        agreed.set(
          field,
          before ? baseValue(field, before) : open.has(field) ? open.read(field) : own(raw, field),
        )
      }
      isLive = true
      bringTogether(isKept)
      if (!hasRemote) doc.transact(() => setState('base', hashOf(base())), origin)
      keepBase()
      onChange()
    }
  }

  function viewNow(): EditedView | undefined {
    return selectEditedView(store.getState(), kind, name, id)
  }

  function base(): RecordData {
    return baseFields(config, viewNow()?.raw ?? {})
  }

  function keepBase(): void {
    if (news.size === 0) persisted?.keepBase(recordFields(viewNow()?.raw ?? {}))
  }

  /** Whether the blocks of the record stand for its text. */
  function hasBlocks(): boolean {
    return blockField(config) !== undefined && selectBlockServices(store.getState()) !== undefined
  }

  function isLeftOut(field: string): boolean {
    if (field === 'blocks') return false
    return isTransient(config, field) || field === config.key || (hasBlocks() && field === blockField(config))
  }

  /** The fields that people write inside of, so that they must be in the document from the start. */
  function seedFields(): readonly string[] {
    const fields = Object.keys(base()).filter((field) => !isLeftOut(field))
    return hasBlocks() && storeValue('blocks') ? [...fields, 'blocks'] : fields
  }

  function fieldsNow(): readonly string[] {
    const { row: edits } = viewNow() ?? {}
    const seeded = codec.isSeeded ? seedFields() : []
    const all = [...seeded, ...agreed.keys(), ...open.fields(), ...Object.keys(edits?.values ?? {})]
    return [...new Set(all)].filter((field) => !isLeftOut(field))
  }

  /** A field as it is edited; undefined where it can't be shared. */
  function storeValue(field: string): unknown {
    const view = viewNow()
    if (field === 'blocks' && hasBlocks()) {
      try {
        return selectEntityBlocks(store.getState(), kind, name, id)
      } catch {
        return undefined
      }
    }
    const value = view && own(editedOf(view), field)
    return typeof value === 'function' ? undefined : value
  }

  function baseValue(field: string, record: RecordData): unknown {
    const text = blockField(config)
    if (field !== 'blocks' || !hasBlocks() || text === undefined) return own(record, field)
    const written = own(record, text)
    // Where the edited blocks are still those of the text, they are them.
    if (record === viewNow()?.raw && written === own(editedOf(viewNow() as EditedView), text))
      return storeValue('blocks')
    return typeof written === 'string' ? blocksOf(written) : undefined
  }

  function look(): void {
    const view = viewNow()
    if (view === undefined || (view.row === row && view.raw === told)) return
    const hasNews = view.raw !== told
    row = view.row
    told = view.raw
    if (told !== undefined) known()
    if (!isLive) return
    if (hasNews) takeNews()
    schedule()
  }

  /** Notes what the server has changed: it goes into the document, unless somebody whose save it is has brought it there. */
  function takeNews(): void {
    for (const [field, before] of [...agreed]) {
      agreed.set(field, toldValue(field))
      if (open.has(field)) noteNews(field, news.has(field) ? news.get(field) : before)
    }
    if (news.size > 0) awaitTurn(presence.hasOthers() ? presence.rank() + 1 : 0)
    keepBase()
  }

  /** Notes what is new in a field since it was agreed on, and of which the document does not know that the server says it. */
  function noteNews(field: string, before: unknown): void {
    const now = agreed.get(field)
    const mergeKind = codec.mergeKind(config, field)
    const hashes = toldBy(field)
    const isKnown = (name: string) => isTold(doc, name, hashes[name])
    let lacking = isKnown(field) ? now : before
    if (mergeKind === 'entries' && isRecord(now) && isRecord(before)) {
      const entries = Object.keys(now).filter((entry) => isKnown(nameOf(field, entry)))
      lacking = { ...before, ...Object.fromEntries(entries.map((entry) => [entry, now[entry]])) }
    }
    if (isEqual(mergeKind, lacking, now)) news.delete(field)
    else news.set(field, lacking)
  }

  function toldBy(field: string): Readonly<Record<string, string>> {
    const written = field === 'blocks' && hasBlocks() ? (blockField(config) as string) : field
    return toldOf(field, codec.mergeKind(config, field), own(viewNow()?.raw, written))
  }

  /** Waits until those who come before have had the time to do what one is enough for. */
  function awaitTurn(place: number): void {
    turn ??= setTimeout(() => {
      turn = undefined
      flush()
    }, place * turnTime)
  }

  /** Brings what the server has changed into the document, where nobody else has done so. */
  function tellNews(): void {
    const values = [...news].flatMap(([field, before]): [string, unknown][] => {
      const mergeKind = codec.mergeKind(config, field)
      const theirs = open.read(field)
      const merged = mergeValues(mergeKind, before, agreed.get(field), theirs, true)
      return isEqual(mergeKind, merged, theirs) ? [] : [[field, merged]]
    })
    news.clear()
    if (values.length > 0) {
      const told = Object.assign({}, ...values.map(([field]) => toldBy(field))) as Record<string, string>
      writeAsServer({ Y, doc, origin: serverOrigin, config, codec, base: hashOf(base()), told, values })
      open.adopt('blocks', storeValue('blocks'))
    }
    keepBase()
  }

  /** What store and document agree on once the server has told something: that, but for what is edited here. */
  function toldValue(field: string): unknown {
    const [before, now] = [agreed.get(field), storeValue(field)]
    if (!isEditedHere(field)) return now
    const edited = own(viewNow()?.row?.values, field)
    if (codec.mergeKind(config, field) !== 'entries' || !isRecord(now) || !isRecord(edited)) return before
    const kept = Object.keys(edited).filter((entry) => isRecord(before) && entry in before)
    return { ...now, ...Object.fromEntries(kept.map((entry) => [entry, own(before as RecordData, entry)])) }
  }

  /**
   * Two who began from different versions of the record have met, and of each field only what one of them began is left.
   * What the other had written there stands in the stores of all who heard of it: the first of them brings it in again,
   * and the rest find it there when it is their turn.
   */
  function meetAgain(events: readonly Yjs.YEvent<Yjs.AbstractType<unknown>>[]): void {
    if (!isLive) return
    const { raw = {} } = viewNow() ?? {}
    for (const { target, changes } of events) {
      if ((target as unknown) !== doc.getMap(documentMap)) continue
      for (const [field, { oldValue }] of changes.keys) {
        if (!(oldValue instanceof Y.AbstractType)) continue
        agreed.set(field, baseValue(field, raw))
        apart.add(field)
      }
    }
    if (apart.size === 0) return
    awaitTurn(presence.rank())
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
    if (turn === undefined) tellNews()
    for (const field of fieldsNow()) {
      if (apart.has(field)) {
        if (turn !== undefined) continue
        open.adopt(field, storeValue(field))
      }
      const mine = storeValue(field)
      if (mine === undefined) continue
      if (isMissing(field)) {
        written.push([field, mine])
        outcome.push([field, mine])
        continue
      }
      const before = agreed.has(field) ? agreed.get(field) : baseValue(field, viewNow()?.raw ?? {})
      const theirs = open.has(field) ? open.read(field) : before
      if (mine === before && theirs === before) {
        // A save changes what the server says: what both sides said before it has to be known then.
        agreed.set(field, before)
        continue
      }
      const mergeKind = codec.mergeKind(config, field)
      if (news.has(field)) {
        // What is written here goes out; what others have written comes in with the news.
        const merged = mergeValues(mergeKind, before, mine, theirs)
        if (!isEqual(mergeKind, merged, theirs)) written.push([field, merged])
        news.set(field, mergeValues(mergeKind, before, mine, news.get(field)))
        outcome.push([field, mine])
        continue
      }
      const merged = mergeValues(mergeKind, before, mine, theirs, isOneStory || apart.has(field))
      if (!isEqual(mergeKind, merged, theirs)) written.push([field, merged])
      if (!isEqual(mergeKind, merged, mine))
        heard.push({ field, kind: mergeKind, before: mine, after: merged })
      outcome.push([field, merged])
    }
    if (turn === undefined) apart.clear()
    // Who hears of a save takes it that all that was saved is in the document.
    const justSaved = hasSaved && news.size === 0
    if (justSaved) hasSaved = false
    if (written.length > 0 || justSaved) {
      doc.transact(() => {
        for (const [field, value] of written) {
          open.write(field, value)
          forgetSeen({ Y, doc }, field)
        }
        if (justSaved) tellSaved()
      }, origin)
    }
    for (const { field } of heard) wrote.delete(field)
    for (const [field] of written) wrote.set(field, clockOf({ Y, doc }))
    // Before the store hears of it: who listens there may edit at once, and that is to go out, too.
    for (const [field, value] of outcome) agreed.set(field, value)
    if (heard.length > 0) hear(heard)
    settleText()
    if (failure) {
      failure = undefined
      onChange()
    }
    presence.refresh()
  }

  /**
   * Whether a field that is edited here has to be brought into the document: somebody who saved took it out without
   * having heard of what this store wrote there, or this store has saved, and what was edited meanwhile is not saved.
   */
  function isMissing(field: string): boolean {
    if (codec.isSeeded || open.has(field) || !isEditedHere(field)) return false
    const clock = wrote.get(field)
    return hasSaved || (clock !== undefined && isOverlooked({ Y, doc }, field, clock))
  }

  function setState(name: string, value: unknown): void {
    if (state.get(name) !== value) state.set(name, value)
  }

  /** Lets the others know that the record was saved: they read it again, and let their edits go that it settles. */
  function tellSaved(): void {
    const raw = viewNow()?.raw
    for (const field of open.fields()) {
      if (!isEqual('value', open.read(field), own(raw, field))) continue
      open.remove(field)
      if (!open.has(field)) noteSeen({ Y, doc }, field)
    }
    for (const field of agreed.keys()) tell(doc, toldBy(field))
    setState('base', hashOf(base()))
    setState('savedAt', Date.now())
    setState('savedBy', doc.clientID)
  }

  /** What others have changed becomes an edit here that is not this user's to undo. */
  function hear(
    changed: readonly { field: string; kind: MergeKind; before: unknown; after: unknown }[],
  ): void {
    const now: EntityState = store.getState()
    const view = selectEditedView(now, kind, name, id)
    if (view === undefined) return
    const edits: RecordData = Object.fromEntries(changed.map(({ field, after }) => [field, after]))
    const edited = applyEdits(now, view, withBlockText(now, config, edits), 'ignore')
    const undo = rebasedUndo(now.undo, entity, key, changed, blockField(config))
    const replaced: StateReplaced = {
      type: 'store/stateReplaced',
      state: { ...now, undo },
      touches: [{ scope: scope.undo }],
    }
    store.dispatch<StoreAction>(undo === now.undo ? edited : together([replaced, edited]))
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
        isEditedHere(field) && !open.has(field) && isEqual('value', storeValue(field), agreed.get(field)),
    )
    const { raw } = viewNow() ?? {}
    for (const field of settled) agreed.set(field, own(raw, field))
    if (settled.length === 0) return
    const edits = Object.fromEntries(settled.map((field) => [field, undefined]))
    store.dispatch(editEntityRecord<string, string>(kind, name, id, edits, { undoIgnore: true }))
  }

  /** Blocks that say what the server's text does are no edit of it, whoever has saved them or taken them back. */
  function settleText(): void {
    const text = blockField(config)
    const view = viewNow()
    if (!view || text === undefined || !isStoredLazyEdit(own(view.row?.values, text))) return
    const saved = own(view.raw, text)
    if (typeof saved !== 'string' || !isEqual('blocks', storeValue('blocks'), blocksOf(saved))) return
    store.dispatch(editEntityRecord<string, string>(kind, name, id, { [text]: saved }, { undoIgnore: true }))
  }

  function blocksOf(text: string): unknown {
    if (parsed?.text !== text) parsed = { text, blocks: parse(text) }
    return parsed.blocks
  }

  function parse(text: string): unknown {
    try {
      return selectBlockServices(store.getState())?.codec.parse(text)
    } catch {
      return undefined
    }
  }

  function isEditedHere(field: string): boolean {
    // Blocks that were saved stay, but it is the text that counts: they are no edit without it.
    const counted = field === 'blocks' && hasBlocks() ? (blockField(config) as string) : field
    return own(viewNow()?.row?.values, counted) !== undefined
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
    status: () => failure ?? worstStatus(statuses),
    look,
    beforeTold: () => {
      if (timer !== undefined) flush()
    },
    saved: () => {
      hasSaved = true
      schedule()
    },
    flush,
    view: () => {
      const view = isLive ? viewNow() : undefined
      return view && { view, mergeKind: (field) => codec.mergeKind(config, field), value: storeValue }
    },
    destroy: async (isGone = false) => {
      if (leaving.signal.aborted) return
      flush()
      clearTimeout(turn)
      clearTimeout(retry)
      isLive = false
      presence.leave()
      leaving.abort()
      await Promise.all(connections.map(async (connection) => connection.destroy()))
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

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
