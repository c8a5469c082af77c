import { keyField, type EntityConfig } from '../config/entityConfig'
import { selectEntityConfig } from '../config/selectors'
import type { EditsAction } from '../edits/actions'
import { isMoreThanStray } from '../edits/storedEdits'
import type { UndoAction } from '../undo/actions'
import { receivedIn, removedIn, type EntitiesAction } from '../entities/actions'
import { currentId } from '../entities/aliases'
import { recordKeyFor } from '../entities/selectors'
import { reportErrors } from '../core/reportErrors'
import { isLocalId } from '../core/localId'
import { addresses } from '../core/address'
import { entityKey, type EntityId, type EntityKey, type RecordKey } from '../core/keys'
import type { EntityStore } from '../store/createEntityStore'
import { getRow } from '../core/recordTable'
import { eachAction, type StoreAction } from '../core/thunk'
import { undoOwnChanges, withTextOfBlocks } from './record/rebaseUndo'
import { failedStatus, type SyncStatus } from './record/status'
import type { SyncedRecord } from './record/syncedRecord'
import type { StoreSync } from './storeSync'
import { withDefaults } from './syncDefaults'
import type { Collaborator, PendingChange, SyncOptions } from './syncOptions'

/** A record that is shared or is to be. */
interface Slot {
  readonly config: EntityConfig
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly id: EntityId | undefined
  record?: SyncedRecord
  /** Why it could not be opened. */
  failure?: SyncStatus
  /** Whether a component has shown it. */
  wasShown: boolean
}

const nobody: readonly Collaborator[] = []
const nothing: readonly PendingChange[] = []

/** Milliseconds after which a record that nobody shows or has edited any more is left. */
const leaveTime = 10_000

/** A record that somebody has opened. */
interface HeldRecord {
  readonly kind: string
  readonly name: string
  readonly id: EntityId | undefined
  count: number
}

/** Follows a store and shares its records; gives also what stands between the store and its actions. */
export function startSync(store: EntityStore, given: SyncOptions) {
  const options = withDefaults(store, given)
  const { codec, isShared } = options
  const slots = new Map<string, Slot>()
  const held = new Map<string, HeldRecord>()
  const listeners = new Set<() => void>()
  /** Drafts that are shared as soon as the server has given them an id. */
  const deferred = new Map<string, Omit<HeldRecord, 'count'>>()
  let { edits, entities, saving, lookups, config: configs } = store.getState()
  let timer: ReturnType<typeof setInterval> | undefined
  let isClosed = false

  const changed = () => {
    for (const listener of [...listeners]) {
      try {
        listener()
      } catch (error) {
        // The others are called all the same, and what a colleague wrote is taken in.
        reportErrors([error])
      }
    }
  }

  const unsubscribe = store.subscribe(() => {
    const now = store.getState()
    if (now.config !== configs) {
      configs = now.config
      for (const { kind, name, id } of held.values()) share(kind, name, id)
    }
    // Who the user is may be known only once a record is shared.
    if (now.lookups !== lookups || now.entities !== entities) {
      lookups = now.lookups
      for (const { record } of slots.values()) record?.introduce()
    }
    if (now.saving !== saving) {
      saving = now.saving
      for (const { record } of slots.values()) record?.lookAtConflict()
    }
    if (now.edits === edits && now.entities === entities) return
    const hasAnswered = now.entities.aliases !== entities.aliases
    ;({ edits, entities } = now)
    if (hasAnswered) shareAnswered()
    for (const { record } of slots.values()) record?.look()
  })
  globalThis.addEventListener?.('pagehide', flush)

  function find(kind: string, name: string, id?: EntityId): Slot | undefined {
    const config = selectEntityConfig(store.getState(), kind, name)
    const key = config && recordKeyFor(store.getState(), config, id)
    return key === undefined ? undefined : slots.get(slotName(entityKey(kind, name), key))
  }

  function share(kind: string, name: string, id: EntityId | undefined): void {
    const config = selectEntityConfig(store.getState(), kind, name)
    const key = config && recordKeyFor(store.getState(), config, id)
    if (isClosed || config === undefined || key === undefined) return
    const entity = entityKey(kind, name)
    const slot = slotName(entity, key)
    // Nobody else knows a record that the server does not.
    if (isLocalId(key)) return void deferred.set(slot, { kind, name, id })
    if (!isShared(config, key) || slots.has(slot)) return
    const opened: Slot = {
      config,
      entity,
      key,
      id: keyField(config) === undefined ? undefined : currentId(store.getState(), id),
      wasShown: false,
    }
    slots.set(slot, opened)
    void start(opened)
    timer ??= setInterval(leaveUnused, leaveTime)
  }

  /** Shares the drafts that the server has given an id. */
  function shareAnswered(): void {
    for (const [slot, { kind, name, id }] of deferred) {
      if (isLocalId(currentId(store.getState(), id))) continue
      deferred.delete(slot)
      share(kind, name, id)
    }
  }

  async function start(slot: Slot): Promise<void> {
    try {
      // Before the libraries, which fail with other words.
      if (typeof globalThis.crypto?.getRandomValues !== 'function') {
        throw new Error('crypto.getRandomValues() not supported')
      }
      const [{ SyncedRecord }, Y, { Awareness }] = await Promise.all([
        import('./record/syncedRecord'),
        import('yjs'),
        import('y-protocols/awareness'),
      ])
      if (slots.get(slotName(slot.entity, slot.key)) !== slot) return
      const { config, key, id } = slot
      slot.record = new SyncedRecord({
        store,
        config,
        key,
        id,
        codec,
        options,
        onChange: changed,
        Y,
        Awareness,
      })
    } catch (error) {
      slot.failure = failedStatus(error)
    }
    changed()
  }

  async function leave(slot: Slot, isGone = false): Promise<void> {
    slots.delete(slotName(slot.entity, slot.key))
    if (slots.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    await slot.record?.destroy(isGone)
    changed()
  }

  /** Leaves records that were shown and are not any more, and of which nothing is edited. */
  function leaveUnused(): void {
    const shown = new Set(store.listenedAddresses())
    for (const slot of slots.values()) {
      const { entity, key } = slot
      const isShown = shown.has(addresses.record(entity, key))
      const isEdited = isMoreThanStray(getRow(store.getState().edits.records[entity], key))
      if (slot.wasShown && !isShown && !isEdited && !isHeld(slot)) {
        void leave(slot)
      }
      slot.wasShown ||= isShown
    }
  }

  /** Whether somebody has opened it, by the id that it has or by the one that it had as a draft. */
  function isHeld(slot: Slot): boolean {
    return [...held.values()].some(({ kind, name, id }) => find(kind, name, id) === slot)
  }

  function flush(): void {
    for (const { record } of slots.values()) record?.flush()
  }

  function prepare(action: StoreAction): StoreAction {
    for (const one of eachAction(action)) follow(one as EditsAction | EntitiesAction | UndoAction)
    if (slots.size === 0) return action
    const find = (entity: EntityKey, key: RecordKey) => slots.get(slotName(entity, key))?.record?.view()
    return withTextOfBlocks(undoOwnChanges(store.getState(), action, find), find)
  }

  function follow(action: EditsAction | EntitiesAction | UndoAction): void {
    const received = receivedIn(action)
    const removed = removedIn(action)
    if (action.type === 'edits/recordEdited') {
      if (action.undo !== 'ignore') share(action.kind, action.name, action.id)
    } else if (received) {
      const { entity, keys, sent, isRead, fields, context } = received
      if (slots.size > 0) for (const each of keys) slots.get(slotName(entity, each))?.record?.beforeReceived()
      const [key] = keys
      if (key === undefined) return
      // An autosave that counts as a save tells by its answer alone what it has saved.
      const isSave = sent !== undefined || (action as StoreAction).type === 'entities/recordSaved'
      if (isSave) slots.get(slotName(entity, key))?.record?.saved()
      else if (isRead && fields === null && context === 'default' && keys.length === 1) {
        const stored = store.getState().config.entities[entity]
        if (stored) share(stored.kind, stored.name, key)
      }
    }
    for (const key of removed?.keys ?? []) {
      // The answer to a draft takes its local id away, too.
      if (removed && !received) deferred.delete(slotName(removed.entity, key))
      const slot = removed && slots.get(slotName(removed.entity, key))
      if (slot) void leave(slot, true)
    }
  }

  const sync: StoreSync = {
    open: (kind, name, id) => {
      const place = address(kind, name, id)
      const one = held.get(place) ?? { kind, name, id, count: 0 }
      held.set(place, one)
      one.count++
      share(kind, name, id)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        if (--one.count === 0) held.delete(place)
        const slot = find(kind, name, id)
        if (slot) slot.wasShown = true
      }
    },
    status: (kind, name, id) => {
      const slot = find(kind, name, id)
      return slot && (slot.failure ?? slot.record?.status() ?? connecting)
    },
    documentStatus: (kind, name, id) => {
      const slot = find(kind, name, id)
      return slot && (slot.failure ? 'failed' : (slot.record?.documentStatus() ?? 'opening'))
    },
    takeInServer: (kind, name, id) => find(kind, name, id)?.record?.takeInServer(),
    documentState: (kind, name, id) => find(kind, name, id)?.record?.documentState(),
    collaborators: (kind, name, id) => find(kind, name, id)?.record?.presence.others() ?? nobody,
    pending: (kind, name, id) => find(kind, name, id)?.record?.pending() ?? nothing,
    accept: (kind, name, id, changes) => find(kind, name, id)?.record?.accept(changes),
    decline: (kind, name, id, changes) => find(kind, name, id)?.record?.decline(changes),
    reset: (kind, name, id) => find(kind, name, id)?.record?.reset(),
    setCursor: (kind, name, id, cursor) => {
      const slot = find(kind, name, id)
      if (!slot?.record) {
        const config = selectEntityConfig(store.getState(), kind, name)
        const type = config ? codec.objectType(config) : `${kind}/${name}`
        throw new Error(`Error doc ${type} ${id ?? null} not found`)
      }
      slot.record.flush()
      slot.record.presence.setCursor(cursor)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    flush,
    close: async () => {
      isClosed = true
      held.clear()
      deferred.clear()
      unsubscribe()
      globalThis.removeEventListener?.('pagehide', flush)
      await Promise.all([...slots.values()].map((slot) => leave(slot)))
    },
  }
  return { sync, prepare }
}

const connecting: SyncStatus = { status: 'connecting' }

function slotName(entity: EntityKey, key: RecordKey): string {
  return `${entity} ${key}`
}

function address(kind: string, name: string, id: EntityId | undefined): string {
  return JSON.stringify(id === undefined ? [kind, name] : [kind, name, String(id)])
}
