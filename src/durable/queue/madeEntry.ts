import { titleOf } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { storeError } from '../../core/errors'
import { isLocalId } from '../../core/localId'
import type { WriteIntent } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { editedOf, selectEditedView } from '../../edits/selectors'
import type { DurableContext } from '../capability'
import type { StoredEntry } from './entry'
import { randomHex } from './randomHex'

/** The entry of a write; its place in line is given to it when it is stored. */
export function madeEntry(
  { store }: Pick<DurableContext, 'store'>,
  intent: WriteIntent,
  failure: unknown,
): StoredEntry {
  const { what, kind, name, entity, key, id, createId, fields, parameters } = intent
  const state = store.getState()
  const config = selectEntityConfig(state, kind, name)
  const view = key === undefined ? undefined : selectEditedView(state, kind, name, id)
  const title = config ? titleOf(config, (view && editedOf(view)) ?? fields) : ''
  const mayBeDone = failure !== undefined
  const record = view?.received?.record
  const version = what === 'delete' && record ? versionOfRecord(record) : undefined
  const before = version ? { values: {}, version } : intent.basis
  const unanswered = mayBeDone && what === 'update' ? [...(before?.unanswered ?? []), fields] : undefined
  const basis = unanswered ? { ...(before ?? { values: {} }), unanswered } : before
  return {
    id: randomHex(),
    seq: 0,
    what: what === 'autosave' ? 'update' : what,
    kind,
    name,
    entity,
    ...(key !== undefined && { key }),
    ...(id !== undefined && { recordId: id }),
    ...(createId !== undefined && { createId }),
    title,
    fields,
    ...(basis && !isLocalId(key) && { basis }),
    ...(parameters && { parameters }),
    at: new Date().toISOString(),
    attempts: mayBeDone ? 1 : 0,
    state: mayBeDone && what !== 'update' ? 'uncertain' : 'waiting',
    ...(mayBeDone && { mayBeDone, error: storeError(failure) }),
    ...(mayBeDone && what === 'create' && { isUnmarked: true }),
  }
}
