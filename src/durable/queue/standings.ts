import { selectEntityConfig } from '../../config/selectors'
import { keyField } from '../../config/entityConfig'
import type { EntityId } from '../../core/keys'
import { isRecord, own } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import { batched, type Services, type StoreAction } from '../../core/thunk'
import type { WriteTarget } from '../../entities/actions'
import { readRecord } from '../../entities/parseRecords'
import { withoutUnchanged } from '../../edits/applyEdits'
import { selectEditedView } from '../../edits/selectors'
import { removalAction } from '../../entities/removeEntityRecords'
import { writeSettled } from '../../saving/actions'
import { recordSaved, savedAction } from '../../saving/writeResults'
import { writeName } from '../../saving/writes'
import type { EntityStore } from '../../store/createEntityStore'
import { isHeld, type StoredEntry } from './entry'
import { knowAlias } from './knowAlias'
import { inOrder } from './order'
import type { DoneEntry } from './sender'

/** What an entry is about, as actions say it. */
export function targetOfEntry({
  what,
  kind,
  name,
  entity,
  key,
  recordId,
  createId,
}: StoredEntry): WriteTarget {
  return {
    kind,
    name,
    entity,
    key,
    id: recordId,
    ...(createId !== undefined && { createId }),
    isAutosave: false,
    ...(what === 'delete' && { isDelete: true }),
  }
}

/** Puts in the store how records stand that wait in the queue, whichever tab has put them there. */
export function showStandings(
  { getState, dispatch }: EntityStore,
  before: readonly StoredEntry[],
  now: readonly StoredEntry[],
): void {
  const state = getState()
  const entries = new Map(inOrder(now).map((entry) => [nameOf(entry), entry]))
  const actions: StoreAction[] = []
  for (const entry of entries.values()) {
    const { pending, queued, error } = writeOf(state, entry) ?? {}
    if (pending) continue
    const target = targetOfEntry(entry)
    if (!isHeld(entry)) {
      if (!queued) actions.push(writeSettled(target, { queued: true }))
    } else if (entry.error && !error) {
      const { conflict } = entry
      actions.push(writeSettled(target, { error: entry.error, ...(conflict && { conflict }) }))
    }
  }
  for (const entry of before) {
    if (entries.has(nameOf(entry))) continue
    const { pending, queued } = writeOf(state, entry) ?? {}
    if (queued && !pending) actions.push(writeSettled(targetOfEntry(entry)))
  }
  if (actions.length > 0) dispatch(batched(actions))
}

function nameOf(entry: StoredEntry): string {
  return `${entry.what === 'delete' ? 'delete' : 'save'} ${writeName(targetOfEntry(entry))}`
}

function writeOf({ saving, deleting }: ReturnType<EntityStore['getState']>, entry: StoredEntry) {
  return getRow(entry.what === 'delete' ? deleting : saving, writeName(targetOfEntry(entry)))
}

/** Puts the answer in the store that another tab has got for an entry. */
export function receiveDone(store: EntityStore, services: Services, { entry, body }: DoneEntry): void {
  const { getState, dispatch } = store
  const config = selectEntityConfig(getState(), entry.kind, entry.name)
  const { kind, name, key, fields } = entry
  if (!config) return
  const target = targetOfEntry(entry)
  const [sentSeq, invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq(), services.nextSeq()]
  if (entry.what !== 'delete') {
    if (!isRecord(body)) return
    const save = { ...target, config, fields }
    const answer = { record: body, isWhole: true }
    dispatch(savedAction(getState(), save, answer, fields, { invalidatedSeq, seq, sentSeq }))
    knowAlias(store, entry, own(body, keyField(config) ?? '') as EntityId | undefined)
  } else if (key !== undefined) {
    const isLeft = isRecord(body) && body.status === 'trash'
    dispatch(
      isLeft
        ? recordSaved(config, target, readRecord(config, body, key), { invalidatedSeq, seq })
        : removalAction(kind, name, [key], invalidatedSeq),
    )
  }
}

/** Of a record that is not to be sent any more, edits go that are what the server has; all else stays edited. */
export function releaseEdits({ getState, dispatch }: EntityStore, entry: StoredEntry): void {
  const { kind, name, recordId, what } = entry
  const view = what === 'update' ? selectEditedView(getState(), kind, name, recordId) : undefined
  if (!view?.row) return
  const { values, uncertain } = view.row
  const left = withoutUnchanged({ ...view, row: { uncertain } }, values)
  dispatch(writeSettled(targetOfEntry(entry), { settled: { values: left } }))
}
