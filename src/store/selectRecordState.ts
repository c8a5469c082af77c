import { keyField } from '../config/entityConfig'
import type { EntityId } from '../core/keys'
import { isLocalId } from '../core/localId'
import { splitPath } from '../edits/fieldPath'
import { cellsOf, stateOfField } from '../edits/log'
import { selectEditedView } from '../edits/selectors'
import { isDirty } from '../edits/storedEdits'
import { isMedia, shownOfFile } from '../media/shownOfFile'
import { writesOf } from '../saving/selectors'
import type { EntityState } from './rootReducer'

/** How what a person did to a record stands, in one word. */
export type RecordState = 'saved' | 'unsaved' | 'saving' | 'waiting' | 'conflict' | 'failed'

/**
 * How what a person did to a record stands, in one word: a save or a deletion is under way (`saving`); it was held, as
 * somebody else has changed the same (`conflict`); it failed (`failed`); something was edited, or the record was never
 * saved (`unsaved`); all of that waits to be sent later (`waiting`); or there is nothing of it (`saved`). The first of
 * these that is so. `waiting` and `conflict` come with `copydesk/durable`. A failed save whose edits were undone or
 * discarded has nothing to fail.
 * @example
 * const state = selectRecordState(store.getState(), 'postType', 'post', 1) // 'saved'
 */
export function selectRecordState(
  state: EntityState,
  kind: string,
  name: string,
  id?: EntityId,
): RecordState {
  const saves = writesOf(state.saving, state, kind, name, id)
  const deletions = writesOf(state.deleting, state, kind, name, id)
  const writes = saves.length + deletions.length > 0 ? [...saves, ...deletions] : saves
  if (writes.some(({ pending }) => pending)) return 'saving'
  // What a save has replaced is done, and nothing waits for an answer.
  if (writes.some(({ conflict }) => conflict && conflict.reason !== 'overtaken')) return 'conflict'
  const view = selectEditedView(state, kind, name, id)
  const isUnsaved = isLocalId(view?.key) || isDirty(view?.row)
  const isFailed = ({ error, isDelete }: (typeof writes)[number]) => error && (isUnsaved || isDelete)
  if (writes.some(isFailed)) return 'failed'
  const isQueued = writes.some(({ queued }) => queued)
  if (isUnsaved) return isQueued && selectAreEditsQueued(state, kind, name, id) ? 'waiting' : 'unsaved'
  return isQueued ? 'waiting' : 'saved'
}

/** Whether what waits to be sent later has all edits of a record. */
export function selectAreEditsQueued(
  state: EntityState,
  kind: string,
  name: string,
  id: EntityId | undefined,
): boolean {
  const { row, config } = selectEditedView(state, kind, name, id) ?? {}
  const field = config && keyField(config)
  // What a draft shows of its file goes with the file.
  const others = isMedia({ kind, name }) ? [field, ...shownOfFile] : [field]
  const isOther = (path: string) => others.includes(splitPath(path)[0])
  return (
    !row || Object.keys(cellsOf(row)).every((path) => isOther(path) || stateOfField(row, path) === 'queued')
  )
}
