import { titleOf } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { storeError } from '../../core/errors'
import type { EntityKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { filterFields, isEmpty, own, type RecordData } from '../../core/plain'
import { getRow, keysOf } from '../../core/recordTable'
import type { EditBasis, WriteIntent } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { editedOf, selectEditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { tagOfRecord } from '../conflicts/preconditions'
import { keptBasis, keptFields } from '../keptFields'
import { isMedia, shownFields } from '../locals/draftAddresses'
import { withSent } from '../unanswered'
import { localDigits } from '../locals/localDigits'
import type { StoredEntry } from './entry'
import { knownValues } from './knownValues'
import { randomHex } from './randomHex'

/** How a write was sent before it came to the queue. */
export interface FirstTry {
  /** What it failed with: the server may have done it. */
  readonly failure: unknown
  /** What was sent, where that is not what is to be saved now. */
  readonly fields?: RecordData
  /** The key that it was sent with, if any. */
  readonly idempotencyKey?: string | undefined
  /** When it left, in milliseconds. */
  readonly sentAt?: number
  /** The state that it was sent in, as far as that is known. */
  readonly before?: EntityState
}

/** The entry of a write; its place in line is given to it when it is stored. */
export function madeEntry(
  { store, tags, settings: { isKept } }: Pick<DurableContext, 'store' | 'tags' | 'settings'>,
  intent: WriteIntent,
  tried?: FirstTry,
): StoredEntry {
  const { failure, idempotencyKey, sentAt } = tried ?? {}
  const { what, kind, name, entity, key, id, createId, fields, parameters } = intent
  const state = store.getState()
  const config = selectEntityConfig(state, kind, name)
  const view = key === undefined ? undefined : selectEditedView(state, kind, name, id)
  const isByHand =
    what === 'update' && Object.keys(fields).some((field) => own(view?.row?.values, field) === undefined)
  const keeps = (values: RecordData) => keptFields(values, kind, name, isKept)
  const title = config ? titleOf(config, keeps((view && editedOf(view)) ?? fields)) : ''
  const mayBeDone = tried !== undefined
  const newestKnown = what === 'create' ? newestIdIn(tried ? tried.before : state, entity) : undefined
  const isUpload = what === 'create' && isMedia(intent)
  const { file } = intent.options
  const fileName = file && (file.fileName ?? (file.file as { readonly name?: string }).name)
  const record = view?.received?.record
  const version = what === 'delete' && record ? versionOfRecord(record) : undefined
  const isDelete = what === 'delete' && config !== undefined && key !== undefined
  const tag = isDelete && record ? tagOfRecord(tags, config, key, record) : {}
  const before = version ? deletionBasis() : intent.basis
  const unanswered = mayBeDone && what === 'update' ? withSent(before?.unanswered, fields) : undefined
  const basis = unanswered ? { ...(before ?? { values: {} }), unanswered } : before
  /** What is to be deleted; by its values where nothing else tells versions apart. */
  function deletionBasis(): EditBasis {
    const values = config && record && isEmpty(version ?? {}) ? keeps(knownValues(config, record)) : {}
    return { values, ...(version && { version }) }
  }

  return {
    id: randomHex(),
    seq: 0,
    what: isUpload ? 'upload' : what === 'autosave' ? 'update' : what,
    kind,
    name,
    entity,
    ...(key !== undefined && { key }),
    ...(id !== undefined && { recordId: id }),
    ...(createId !== undefined && { createId }),
    ...(isUpload && file && { file: `-${localDigits()}` }),
    title: title || (fileName ?? ''),
    fields: isUpload ? filterFields(fields, (field) => !shownFields.includes(field)) : fields,
    ...(isByHand && { isByHand }),
    ...(basis && !isLocalId(key) && { basis: keptBasis(basis, keeps) }),
    ...(Object.keys(tag).length > 0 && { tag }),
    ...(parameters && { parameters }),
    at: new Date().toISOString(),
    attempts: mayBeDone ? 1 : 0,
    ...(sentAt !== undefined && { sentAt }),
    state: mayBeDone && what !== 'update' ? 'uncertain' : 'waiting',
    ...(mayBeDone && { mayBeDone, error: storeError(failure) }),
    ...(mayBeDone && what === 'create' && !idempotencyKey && { isUnmarked: true }),
    ...(idempotencyKey !== undefined && { idempotencyKey, keyAt: Date.now() }),
    ...(newestKnown !== undefined && { newestKnown }),
  }
}

/** The highest id of an entity that a state knows, 0 for none; undefined where they are no numbers. */
function newestIdIn(state: EntityState | undefined, entity: EntityKey): number | undefined {
  if (state === undefined) return undefined
  const tables = Object.values(getRow(state.entities.records, entity)?.contexts ?? {})
  const ids = tables.flatMap((table) => keysOf(table).map(Number))
  return ids.some(Number.isNaN) ? undefined : ids.reduce((one, other) => Math.max(one, other), 0)
}
