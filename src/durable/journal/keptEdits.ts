import { selectEntityConfig } from '../../config/selectors'
import { keyField, titleOf } from '../../config/entityConfig'
import {
  entityKey,
  recordKey,
  keylessRecord,
  type EntityId,
  type EntityKey,
  type RecordKey,
} from '../../core/keys'
import type { Cells, EditLog, Mutation } from '../../core/cells'
import { own, type RecordData } from '../../core/plain'
import type { EditOrigin } from '../../core/writeGate'
import { cellsFrom, none, valuesOfCells } from '../../edits/cells'
import { splitPath } from '../../edits/fieldPath'
import { isLocalId } from '../../core/localId'
import type { LocalRecord } from '../../entities/localRecord'
import { cellsOf, isEdited } from '../../edits/log'
import { reopened } from '../../edits/logChanges'
import { evaluateLazyEdits, isStoredLazyEdit } from '../../edits/lazyEdit'
import { editedOf, editsOf, selectEditedView } from '../../edits/selectors'
import { isDirty, type StoredEdits } from '../../edits/storedEdits'
import type { EntityState } from '../../store/rootReducer'
import { recordName, type DurableContext } from '../capability'
import { keptFields, keptLog } from '../keptFields'
import { mergedIn } from '../mergedIn'
import { strayToKeep } from './keptStray'
import type { DurabilitySettings } from '../options'

/** The edits of a record as they are kept, with what was sent of them: plain data. */
export interface KeptEdits extends EditLog {
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly kind: string
  readonly name: string
  /** Absent for an entity without ids. */
  readonly id?: EntityId
  /** What else was known of where they come from. */
  readonly origin?: EditOrigin | undefined
  /** Of a record that the server does not know yet: what is known of its local id. */
  readonly local?: LocalRecord
  /** What the document had in which the record was shared, where all of these edits were in it: a snapshot as base64. */
  readonly document?: string
  /** Which of the records of its page to become dirty this one was. */
  readonly since: number
  /** In which of the transactions of its page it was written: the later one counts. */
  readonly seq: number
  readonly title: string
  /** For display only, as clocks are set. */
  readonly editedAt: string
}

/** Whether an edit of a record is a function that is still to be computed. */
export function hasLazyEdit({ fields }: StoredEdits): boolean {
  return Object.values(fields).some(({ value }) => isStoredLazyEdit(value))
}

/** Whether two rows of edits are kept alike. What a lazy edit comes to depends on all that is edited. */
export function isKeptAlike(one: StoredEdits | undefined, other: StoredEdits | undefined): boolean {
  if (one === other) return true
  if (!isToKeep(one) || !isToKeep(other)) return isToKeep(one) === isToKeep(other)
  return (
    one.fields === other.fields &&
    one.origin === other.origin &&
    one.log === other.log &&
    one.stray === other.stray &&
    (one.transient === other.transient || !hasLazyEdit(other))
  )
}

/** Whether a row has edits, or what is in doubt: the server may have that, and who has sent it is not asked about it. */
function isToKeep(row: StoredEdits | undefined): row is StoredEdits {
  const isInDoubt = row?.log?.some(({ state }) => state === 'uncertain') === true
  return isInDoubt || strayToKeep(row?.stray).length > 0 || isDirty(row)
}

/** The edits of a record as they are kept; undefined where there are none to keep. */
export function keepEdits(
  state: EntityState,
  row: StoredEdits | undefined,
  seq: number,
  { isKept, checking }: Pick<DurabilitySettings, 'isKept'> & Pick<DurableContext, 'checking'>,
): KeptEdits | undefined {
  if (!isToKeep(row)) return undefined
  const { kind, name, id, since } = row
  const view = selectEditedView(state, kind, name, id)
  const edited = (view && editedOf(view)) ?? {}
  const kept = keptLog(computedLog(state, row, checking), kind, name, isKept)
  if (!isEdited(kept) && !kept.log) return undefined
  const local = own(state.entities.aliases, String(id))
  const title = view
    ? titleOf(view.config, keptFields(edited, kind, name, isKept))
    : titleIn(valuesOfCells(cellsOf(kept)))
  return {
    entity: entityKey(kind, name),
    key: view?.key ?? recordKey(id) ?? keylessRecord,
    kind,
    name,
    ...(id !== undefined && { id }),
    ...kept,
    ...(row.origin && { origin: row.origin }),
    ...(local && !local.id && { local }),
    since,
    seq,
    title,
    editedAt: new Date().toISOString(),
  }
}

/** What is edited of a record, and what was sent of it: plain data. */
export function computedLog(
  state: EntityState,
  row: StoredEdits,
  checking: DurableContext['checking'],
): EditLog {
  const { fields, log: sent = [] } = withoutLeaving(row, checking)
  const log = [...strayToKeep(row.stray), ...sent]
  if (!hasLazyEdit(row)) return { fields, log }
  const view = selectEditedView(state, row.kind, row.name, row.id)
  const [edits, edited] = view ? [editsOf(view) ?? {}, editedOf(view) ?? {}] : [{}, {}]
  return { fields: computedCells(fields, edits, edited, mergedIn(state, row)), log }
}

/**
 * Edits of which none is about to leave: a save has left once its check is over, a draft once it is noted by what it is known
 * again.
 */
function withoutLeaving(row: StoredEdits, checking: DurableContext['checking']): StoredEdits {
  const isDraftToLeave = isLocalId(row.id) && !row.origin?.sentCreate
  const isToLeave = ({ id, state }: Mutation) => state === 'sending' && (isDraftToLeave || checking.has(id))
  return row.log?.some(isToLeave) ? reopened(row, isToLeave) : row
}

/** Cells with what lazy edits come to. */
function computedCells(
  cells: Cells,
  edits: RecordData,
  edited: RecordData,
  isMerged: (property: string) => boolean,
): Cells {
  const computed = Object.entries(cells).map(([path, cell]): Cells => {
    if (!isStoredLazyEdit(cell.value)) return { [path]: cell }
    const [property] = splitPath(path)
    try {
      const [text] = Object.values(evaluateLazyEdits({ [property]: own(edits, property) }, () => edited))
      if (text === undefined || typeof text === 'function') return none
      return cellsFrom({ [property]: text }, { [property]: cell.base }, isMerged)
    } catch {
      // It fails when it is saved as well, where somebody is there to see it.
      return none
    }
  })
  return Object.assign({}, ...computed) as Cells
}

function titleIn({ title, name }: RecordData): string {
  return typeof title === 'string' ? title : typeof name === 'string' ? name : ''
}

/** The fields of edits for people: `title`, and of merged ones their entries, such as `meta.subtitle`. */
export function fieldNames(state: EntityState, kept: KeptEdits): readonly string[] {
  const config = selectEntityConfig(state, kept.kind, kept.name)
  const ownField = config && keyField(config)
  // A draft has its local id among its values.
  const edited = Object.keys(cellsOf(kept)).map(splitPath)
  return edited.flatMap(([field, entry]) =>
    field === ownField ? [] : [entry === undefined ? field : `${field}.${entry}`],
  )
}

/** Names the record of edits among all of its store. */
export function nameOf({ entity, key }: Pick<KeptEdits, 'entity' | 'key'>): string {
  return recordName(entity, key)
}
