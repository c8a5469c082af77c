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
import { isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import type { EditBasis } from '../../core/writeGate'
import { isMerged } from '../../edits/fields'
import { isLocalId } from '../../core/localId'
import type { LocalRecord } from '../../entities/localRecord'
import { uncertainProperties } from '../../edits/log'
import { evaluateLazyEdits, isStoredLazyEdit } from '../../edits/lazyEdit'
import { editedOf, editsOf, selectEditedView } from '../../edits/selectors'
import { basisOf, isDirty, valuesOf, type StoredEdits } from '../../edits/storedEdits'
import type { EntityState } from '../../store/rootReducer'
import { recordName } from '../capability'
import { keptBasis, keptFields } from '../keptFields'
import type { DurabilitySettings } from '../options'

/** The edits of a record as they are kept: plain data. */
export interface KeptEdits {
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly kind: string
  readonly name: string
  /** Absent for an entity without ids. */
  readonly id?: EntityId
  readonly values: RecordData
  readonly basis?: EditBasis
  /** What was sent, and of which nobody knew whether the server took it. */
  readonly uncertain?: readonly string[]
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
  if (!isDirty(one) || !isDirty(other)) return isDirty(one) === isDirty(other)
  return (
    one.fields === other.fields &&
    one.origin === other.origin &&
    one.log === other.log &&
    (one.transient === other.transient || !hasLazyEdit(other))
  )
}

/** The edits of a record as they are kept; undefined where there are none to keep. */
export function keepEdits(
  state: EntityState,
  row: StoredEdits | undefined,
  seq: number,
  isKept: DurabilitySettings['isKept'],
): KeptEdits | undefined {
  if (!isDirty(row)) return undefined
  const { kind, name, id, since } = row
  const view = selectEditedView(state, kind, name, id)
  const edited = (view && editedOf(view)) ?? {}
  const computed = hasLazyEdit(row)
    ? computedValues(row, (view && editsOf(view)) ?? {}, edited)
    : valuesOf(row)
  const basis = basisOfKept(row)
  const keeps = (values: RecordData) => keptFields(values, kind, name, isKept)
  const values = keeps(computed)
  if (isEmpty(values)) return undefined
  const local = own(state.entities.aliases, String(id))
  const uncertain = uncertainProperties(row).filter((property) => Object.hasOwn(values, property))
  return {
    entity: entityKey(kind, name),
    key: view?.key ?? recordKey(id) ?? keylessRecord,
    kind,
    name,
    ...(id !== undefined && { id }),
    values,
    ...(basis && { basis: keptBasis(basis, keeps) }),
    ...(uncertain.length > 0 && { uncertain }),
    ...(local && !local.id && { local }),
    since,
    seq,
    title: view ? titleOf(view.config, keeps(edited)) : titleIn(values),
    editedAt: new Date().toISOString(),
  }
}

/** What edits are based on. That a draft has left is known once it is noted by what it is known again. */
function basisOfKept(row: StoredEdits): EditBasis | undefined {
  const isToLeave = isLocalId(row.id) && !row.origin?.sentCreate
  const [leaving] = isToLeave ? (row.log?.filter(({ state }) => state === 'sending') ?? []) : []
  return basisOf(row, leaving?.id)
}

function computedValues(row: StoredEdits, edits: RecordData, edited: RecordData): RecordData {
  const computed = Object.entries(valuesOf(row)).flatMap(([property, value]) => {
    if (!isStoredLazyEdit(value)) return [[property, value]]
    try {
      const [text] = Object.values(evaluateLazyEdits({ [property]: own(edits, property) }, edited))
      return text === undefined || typeof text === 'function' ? [] : [[property, text]]
    } catch {
      // It fails when it is saved as well, where somebody is there to see it.
      return []
    }
  })
  return Object.fromEntries(computed) as RecordData
}

function titleIn({ title, name }: RecordData): string {
  return typeof title === 'string' ? title : typeof name === 'string' ? name : ''
}

/** The fields of edits for people: `title`, and of merged ones their entries, such as `meta.subtitle`. */
export function fieldNames(state: EntityState, { kind, name, values }: KeptEdits): readonly string[] {
  const config = selectEntityConfig(state, kind, name)
  const ownField = config && keyField(config)
  // A draft has its local id among its values.
  const edited = Object.entries(values).filter(([field]) => field !== ownField)
  return edited.flatMap(([field, value]) =>
    isRecord(value) && (config ? isMerged(config, field) : field === 'meta')
      ? Object.keys(value).map((entry) => `${field}.${entry}`)
      : [field],
  )
}

/** Names the record of edits among all of its store. */
export function nameOf({ entity, key }: Pick<KeptEdits, 'entity' | 'key'>): string {
  return recordName(entity, key)
}
