import type { EntityConfig } from '../../config/entityConfig'
import { applyEdits } from '../../edits/applyEdits'
import { blockField, withBlockText } from '../../edits/blockCodec'
import { editEntityRecord } from '../../edits/editEntityRecord'
import { isStoredLazyEdit } from '../../edits/lazyEdit'
import { fetchEntityRecord } from '../../entities/fetchEntityRecord'
import { entityKey, type EntityId, type RecordKey } from '../../core/keys'
import { own, type RecordData } from '../../core/plain'
import { batched, type StoreAction } from '../../core/thunk'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { isEqualAs } from '../merge/mergeValues'
import { rebaseUndo, type RemoteChange } from './rebaseUndo'
import type { StoreRecord } from './storeRecord'

/** A record in the store. */
export interface StoreTarget {
  readonly store: EntityStore
  readonly config: EntityConfig
  readonly key: RecordKey
  readonly id: EntityId | undefined
  readonly record: StoreRecord
}

/** What others have changed becomes an edit here that is not this user's to undo. */
export function applyRemote(
  { store, config, key, record }: StoreTarget,
  changes: readonly RemoteChange[],
): void {
  const now: EntityState = store.getState()
  const view = record.view()
  if (view === undefined || changes.length === 0) return
  const edits: RecordData = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  const edited = applyEdits(now, view, withBlockText(now, config, edits), 'ignore')
  const rebased = rebaseUndo(now.undo, entityKey(config.kind, config.name), key, changes, blockField(config))
  if (edits.blocks) record.shownIds.showsDocument(edits.blocks)
  store.dispatch<StoreAction>(rebased ? batched([rebased, edited]) : edited)
}

/** Gives edits up that nobody has any more. */
export function dropEdits({ store, config, id }: StoreTarget, fields: readonly string[]): void {
  if (fields.length === 0) return
  const edits = Object.fromEntries(fields.map((field) => [field, undefined]))
  const { kind, name } = config
  store.dispatch(editEntityRecord<string, string>(kind, name, id, edits, { undo: false }))
}

/** Blocks that say what the server's text does are no edit of it, whoever has saved them or taken them back. */
export function settleBlockText({ store, config, id, record }: StoreTarget): void {
  const text = blockField(config)
  const view = record.view()
  if (!view || text === undefined || !isStoredLazyEdit(record.edit(text))) return
  const saved = own(view.raw, text)
  if (typeof saved !== 'string' || !view.raw) return
  if (!isEqualAs('blocks', record.value('blocks'), record.valueIn(view.raw, 'blocks'))) return
  const { kind, name } = config
  store.dispatch(editEntityRecord<string, string>(kind, name, id, { [text]: saved }, { undo: false }))
}

/** Reads the record from the server; gives whether it could. */
export async function refetch({ store, config: { kind, name }, id }: StoreTarget): Promise<boolean> {
  try {
    await store.dispatch(fetchEntityRecord<string, string>(kind, name, id, undefined, { force: true }))
    return true
  } catch {
    // It stands in the resolution; the edits are as they were.
    return false
  }
}
