import { titleOf } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { storeError } from '../../core/errors'
import type { EntityKey } from '../../core/keys'
import { isLocalId, localDigits } from '../../core/localId'
import { filterFields, isEmpty, own, type RecordData } from '../../core/plain'
import { getRow, keysOf } from '../../core/recordTable'
import type { EditBasis, SentCreate, WriteIntent } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { editedOf, selectEditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { tagOfRecord } from '../conflicts/preconditions'
import { keptBasis, keptFields } from '../keptFields'
import { isMedia, shownOfFile } from '../../media/shownOfFile'
import { withSent } from '../unanswered'
import { verdictOf } from './classify'
import type { StoredEntry } from './entry'
import { knownValues } from './knownValues'
import { randomHex } from './randomHex'
import { valuesOf } from '../../edits/storedEdits'

/** How a write was sent before it came to the queue. */
export interface FirstTry {
  /** What it failed with: the server may have done it. */
  readonly failure: unknown
  /** What was sent, where that is not what is to be saved now. */
  readonly fields?: RecordData
  /** What is known of how it left; absent for a create of which nobody has noted that. */
  readonly known?: SentCreate
}

/** The entry of a write; its place in line is given to it when it is stored. */
export function madeEntry(
  { store, tags, settings: { isKept } }: Pick<DurableContext, 'store' | 'tags' | 'settings'>,
  intent: WriteIntent,
  tried?: FirstTry,
): StoredEntry {
  const { what, kind, name, entity, key, id, createId, fields, parameters, mutation } = intent
  const state = store.getState()
  const config = selectEntityConfig(state, kind, name)
  const view = key === undefined ? undefined : selectEditedView(state, kind, name, id)
  const isByHand =
    what === 'update' && Object.keys(fields).some((field) => own(valuesOf(view?.row), field) === undefined)
  const keeps = (values: RecordData) => keptFields(values, kind, name, isKept)
  const title = config ? titleOf(config, keeps((view && editedOf(view)) ?? fields)) : ''
  const mayBeDone = tried !== undefined && verdictOf(tried.failure, Date.now()).mayBeDone
  const isNewRecord = what === 'create'
  const newestKnown = isNewRecord && !tried ? newestIdIn(state, entity) : undefined
  const known = tried ? knownOf(tried, isNewRecord, mayBeDone) : {}
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
    what: isUpload ? 'upload' : what === 'autosave' || what === 'image' ? 'update' : what,
    kind,
    name,
    entity,
    ...(key !== undefined && { key }),
    ...(id !== undefined && { recordId: id }),
    ...(createId !== undefined && { createId }),
    ...(isUpload && file && { file: `-${localDigits()}` }),
    title: title || (fileName ?? ''),
    fields: isUpload ? filterFields(fields, (field) => !shownOfFile.includes(field)) : fields,
    ...(mutation !== undefined && key !== undefined && { mutations: [mutation] }),
    ...(isByHand && { isByHand }),
    ...(basis && !isLocalId(key) && { basis: keptBasis(basis, keeps) }),
    ...(Object.keys(tag).length > 0 && { tag }),
    ...(parameters && { parameters }),
    at: new Date().toISOString(),
    attempts: tried ? 1 : 0,
    ...known,
    ...(newestKnown !== undefined && { newestKnown }),
    state: mayBeDone && what !== 'update' ? 'uncertain' : 'waiting',
    ...(mayBeDone && { mayBeDone }),
    ...(tried && { error: storeError(tried.failure) }),
  }
}

/** What is known of a write that was tried: what has surely not left is a new one. */
function knownOf({ known }: FirstTry, isNewRecord: boolean, mayBeDone: boolean): SentCreate {
  if (mayBeDone || known?.claimed !== undefined) return known ?? (isNewRecord ? { isUnmarked: true } : {})
  const { sentAt, isUnmarked, ...rest } = known ?? {}
  return rest
}

/** The highest id of an entity that a state knows, 0 for none; undefined where they are no numbers. */
function newestIdIn(state: EntityState, entity: EntityKey): number | undefined {
  const tables = Object.values(getRow(state.entities.records, entity)?.contexts ?? {})
  const ids = tables.flatMap((table) => keysOf(table).map(Number))
  return ids.some(Number.isNaN) ? undefined : ids.reduce((one, other) => Math.max(one, other), 0)
}
