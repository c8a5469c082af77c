import type { Cells, Mutation } from '../../core/cells'
import { titleOf } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { storeError } from '../../core/errors'
import type { EntityKey } from '../../core/keys'
import { isLocalId, localDigits } from '../../core/localId'
import { own, type RecordData } from '../../core/plain'
import { getRow, keysOf } from '../../core/recordTable'
import type { SentCreate, WriteIntent } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { mapCells, pickCells, valuesOfCells } from '../../edits/cells'
import { fieldPath, splitPath, type FieldPath } from '../../edits/fieldPath'
import { cellsOf, saysItsBase, sentBy } from '../../edits/log'
import { editedOf, selectEditedView } from '../../edits/selectors'
import { selectOtherCopies } from '../../entities/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { tagOfRecord } from '../conflicts/preconditions'
import { strayToKeep } from '../journal/keptStray'
import { keptFields, keptLog } from '../keptFields'
import { isMedia, shownOfFile } from '../../media/shownOfFile'
import { lateMutation, withUnanswered } from '../unanswered'
import { isLastAnswer } from '../../saving/settleEdits'
import { verdictOf } from './classify'
import type { StoredEntry } from './entry'
import { knownValues } from '../conflicts/knownValues'
import { randomHex } from '../randomHex'

/** How a write was sent before it came to the queue. */
export interface FirstTry {
  /** What it failed with: the server may have done it. */
  readonly failure: unknown
  /** What was sent, where that is not what is to be saved now. */
  readonly fields?: Cells
  /** What is known of how it left; absent for a create of which nobody has noted that. */
  readonly known?: SentCreate
}

/** The entry of a write; its place in line is given to it when it is stored. */
export function madeEntry(
  { store, tags, settings: { isKept } }: Pick<DurableContext, 'store' | 'tags' | 'settings'>,
  intent: WriteIntent,
  tried?: FirstTry,
): StoredEntry {
  const { what, kind, name, entity, key, id, createId, fields, parameters, mutation, origin, file } = intent
  const state = store.getState()
  const config = selectEntityConfig(state, kind, name)
  const view = key === undefined ? undefined : selectEditedView(state, kind, name, id)
  const edited = cellsOf(view?.row)
  const isEdit = (path: FieldPath) => own(edited, path) ?? own(edited, fieldPath(splitPath(path)[0]))
  const ofEdits = sentBy(view?.row, mutation)?.fields
  // Something else may be edited there.
  const isByHand = (path: FieldPath) => !isEdit(path) || own(ofEdits, path)?.unseen
  const byHand = what === 'update' ? Object.keys(fields).filter(isByHand) : []
  const keeps = (values: RecordData) => keptFields(values, kind, name, isKept)
  const title = config ? titleOf(config, keeps((view && editedOf(view)) ?? valuesOfCells(fields))) : ''
  const mayBeDone = tried !== undefined && verdictOf(tried.failure, Date.now()).mayBeDone
  const isNewRecord = what === 'create'
  const newestKnown = isNewRecord && !tried ? newestIdIn(state, entity) : undefined
  const known = tried ? knownOf(tried, isNewRecord, mayBeDone) : {}
  const isUpload = what === 'create' && isMedia(intent)
  const fileName = file && (file.fileName ?? (file.file as { readonly name?: string }).name)
  // A record that is shown as another copy only was seen as well.
  const record =
    view?.received?.record ?? (key === undefined ? undefined : selectOtherCopies(state, entity, key))
  const version = what === 'delete' && record ? versionOfRecord(record) : undefined
  const isDelete = what === 'delete' && config !== undefined && key !== undefined
  const tag = isDelete && record ? tagOfRecord(tags, config, key, record) : {}
  const isLost = mayBeDone && what === 'update'
  const late = (one: Pick<Mutation, 'id' | 'fields' | 'version'>) =>
    lateMutation(one.id, one.fields, one.version)
  // And what was given up before, in the place of something else: another page may send this, and find that on the server.
  const astray = strayToKeep(view?.row?.stray).filter((one) =>
    Object.entries(one.fields).some(([path, cell]) => own(fields, path) && !saysItsBase(cell)),
  )
  const before = what === 'delete' ? undefined : [...astray, ...(intent.log ?? []).map(late)]
  const sentOver = tried && isLastAnswer(tried.failure) ? null : sentBy(view?.row, mutation)?.version
  const log = isLost
    ? withUnanswered(before, late({ id: mutation ?? '', fields, version: sentOver }))
    : before
  const sent = keptLog({ fields, log }, kind, name, isKept)
  const from = version ? { version } : origin

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
    // A draft is nowhere to be compared with.
    ...(isLocalId(key)
      ? { fields: mapCells(fields, ({ value }) => ({ value })) }
      : { ...sent, ...(from && { origin: from }) }),
    ...(isUpload && { fields: pickCells(fields, (path) => !shownOfFile.includes(path)) }),
    ...(config && record && version && { known: keeps(knownValues(config, record)) }),
    ...(mutation !== undefined && key !== undefined && { saves: namedBy(mutation, fields) }),
    ...(byHand.length > 0 && { byHand }),
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

function namedBy(mutation: string, fields: Cells): StoredEntry['saves'] {
  return Object.fromEntries(Object.keys(fields).map((path) => [path, [mutation]]))
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
