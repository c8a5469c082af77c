import { selectEntityConfig } from '../config/selectors'
import type { StateWithEntities } from '../entities/reducer'
import { recordKeyFor } from '../entities/selectors'
import { originalError } from '../core/errors'
import { entityKey, recordKey, type EntityId } from '../core/keys'
import { eachRow, getRow } from '../core/recordTable'
import type { EntityError } from '../resolution/entityError'
import type { StateWithSaving } from './reducer'
import { writeAddress, type StoredWrite, type WritesState } from './writes'

/** A record by its id, or a create by the `createId` it was started with. */
export type SaveId = EntityId | { readonly createId: string } | undefined

/**
 * Whether a record is being saved, autosaves included. Without an id: whether any create of the entity is
 * under way.
 */
export function selectIsSaving(state: StateWithSaving, kind: string, name: string, id?: SaveId): boolean {
  return selectSaves(state, kind, name, id).some(({ pending }) => pending)
}

/** Whether an autosave of a record is under way. */
export function selectIsAutosaving(state: StateWithSaving, kind: string, name: string, id?: SaveId): boolean {
  return selectSaves(state, kind, name, id).some(({ pending, isAutosave }) => pending && isAutosave)
}

/** Whether a save of a record waits to be sent later, with what was edited before it. */
export function selectIsSaveQueued(state: StateWithSaving, kind: string, name: string, id?: SaveId): boolean {
  return selectSaves(state, kind, name, id).some(({ queued }) => queued === true)
}

/**
 * What the last save of a record failed with; undefined when it went well or another one is under way.
 * Without an id: of a create.
 */
export function selectSaveError(
  state: StateWithSaving,
  kind: string,
  name: string,
  id?: SaveId,
): EntityError | undefined {
  return errorOf(selectSaves(state, kind, name, id))
}

/** What the first of these writes that failed did so with. */
export function errorOf(saves: readonly StoredWrite[]): EntityError | undefined {
  return originalError(saves.find(({ error }) => error !== undefined)?.error) as EntityError | undefined
}

function selectSaves(state: StateWithSaving, kind: string, name: string, id: SaveId): readonly StoredWrite[] {
  return writesOf(state.saving, state, kind, name, id)
}

/** The write of a record that is under way or failed; without an id, those of all creates of the entity. */
export function writesOf(
  writes: WritesState,
  state: StateWithEntities,
  kind: string,
  name: string,
  id: SaveId,
): readonly StoredWrite[] {
  const entity = entityKey(kind, name)
  const config = selectEntityConfig(state, kind, name)
  const isCreate = typeof id === 'object'
  const key = isCreate ? undefined : config ? recordKeyFor(state, config, id) : recordKey(id)
  if (isCreate || key !== undefined) {
    const write = getRow(writes, writeAddress({ entity, key, ...(isCreate && id) }))
    return write ? [write] : []
  }
  const creates: StoredWrite[] = []
  eachRow(writes, (write) => {
    if (write.entity === entity && write.key === undefined) creates.push(write)
  })
  return creates
}
