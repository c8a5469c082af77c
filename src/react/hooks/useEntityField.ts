import { useCallback, useMemo } from 'react'
import { selectEntityConfig } from '../../config/selectors'
import { isEqual } from '../../core/isEqual'
import { recordKey, type RecordKey } from '../../core/keys'
import { readPath, writePath } from '../../core/paths'
import { isRecord, type RecordData } from '../../core/plain'
import { editEntityRecord } from '../../edits/editEntityRecord'
import { isMerged } from '../../edits/fields'
import {
  selectEditedEntityRecord,
  selectNonTransientEdits,
  selectRawEntityRecord,
} from '../../edits/selectors'
import { selectHasEntityRecord } from '../../entities/selectors'
import type { EditedRecordOf, EntityId, EntityName, Kind } from '../../records/inference/inference'
import { selectSaveError } from '../../saving/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { Thunk } from '../../core/thunk'
import { fieldError } from '../internals/fieldError'
import { partSelection } from '../internals/recordSelection'
import type { Selection } from '../internals/selection'
import { fourAnswers, usePermissions } from '../internals/usePermissions'
import { useView } from '../internals/view'
import { useProvidedStore } from '../provider/EntityStoreProvider'

/** The value at a dotted path of a record; unknown where the type does not say. */
export type FieldValue<Record, Path extends string> = Path extends keyof Record
  ? Record[Path]
  : Path extends `${infer Property}.${infer Rest}`
    ? Property extends keyof Record
      ? FieldValue<NonNullable<Record[Property]>, Rest>
      : unknown
    : unknown

/** The name of a field of a record, or a dotted path that begins with one, such as `meta.subtitle`. */
export type FieldPath<Record> = (keyof Record & string) | `${keyof Record & string}.${string}`

/** What {@link useEntityField} gives. */
export interface UseEntityFieldResult<Value> {
  /**
   * The edited value. If the server has `{ raw, rendered }`, it is the raw text. `undefined` until the record is
   * known.
   */
  readonly value: Value | undefined
  /** Edits the field. Typing without a pause is one undo level. */
  readonly set: (value: Value) => void
  /** The server's message about this field if it refused the last save. Otherwise `undefined`. */
  readonly error: string | undefined
  /** Whether the field has an unsaved edit. */
  readonly isDirty: boolean
  /** Whether the user may change the record. `undefined` until that is known. */
  readonly canEdit: boolean | undefined
}

/**
 * One field of a record, for one input of a form: its edited value, a setter, the server's error for the field, and whether
 * the user may change it. The component renders again only if a field of the result that it uses has changed.
 * @param field The name of a property, or a dotted path such as `meta.subtitle`.
 * @example
 * const { value = '', set, error } = useEntityField('postType', 'post', 1, 'title')
 */
export function useEntityField<
  K extends Kind,
  N extends EntityName<K>,
  const Field extends FieldPath<EditedRecordOf<K, N>>,
>(
  kind: K,
  name: N,
  id: EntityId | undefined,
  field: Field,
): UseEntityFieldResult<FieldValue<EditedRecordOf<K, N>, Field>> {
  const provided = useProvidedStore()
  const { store } = provided
  const key = recordKey(id)
  const selection = useMemo(
    () => fieldSelection(store, kind, name, key, field),
    [store, kind, name, key, field],
  )
  // The answer to the read of the record mostly says what is allowed.
  const answers = useMemo(
    () => fourAnswers((state) => selectHasEntityRecord(state, kind, name, key)),
    [kind, name, key],
  )
  const set = useCallback(
    (value: unknown) => store.dispatch(setValue(kind, name, key, field, value)),
    [store, kind, name, key, field],
  )
  const shown = useView(provided, selection)
  const { update: canEdit } = usePermissions({ kind, name, id: key }, undefined, answers)
  const { value, error, isDirty } = shown
  return { value, set, error, isDirty, canEdit } as UseEntityFieldResult<
    FieldValue<EditedRecordOf<K, N>, Field>
  >
}

interface FieldFields {
  readonly value: unknown
  readonly error: string | undefined
  readonly isDirty: boolean
}

const fieldFields: ReadonlySet<string> = /* @__PURE__ */ new Set(['value', 'error', 'isDirty'])

function fieldSelection(
  store: EntityStore,
  kind: string,
  name: string,
  key: RecordKey | undefined,
  field: string,
): Selection<FieldFields> {
  return partSelection(store, kind, name, key, fieldFields, (state) => ({
    value: shownValue(selectEditedEntityRecord<string, string>(state, kind, name, key), field),
    error: fieldError(selectSaveError(state, kind, name, key), field),
    isDirty: isFieldDirty(state, kind, name, key, field),
  }))
}

/** Of a merged property all entries stand in the edits, so an entry is compared with the record's. */
function isFieldDirty(
  state: EntityState,
  kind: string,
  name: string,
  key: RecordKey | undefined,
  field: string,
): boolean {
  const edit = readPath(selectNonTransientEdits(state, kind, name, key), field)
  const raw = readPath(selectRawEntityRecord(state, kind, name, key), field)
  return edit.found && !(raw.found && isEqual(edit.value, raw.value))
}

/** The text that is edited, where the server has it as `{ raw, rendered }`. */
function shownValue(edited: RecordData | undefined, field: string): unknown {
  const { value } = readPath(edited, field)
  const raw = isRecord(value) && 'rendered' in value ? value.raw : undefined
  return typeof raw === 'string' ? raw : value
}

function setValue(
  kind: string,
  name: string,
  key: RecordKey | undefined,
  field: string,
  value: unknown,
): Thunk<EntityState, void> {
  return (dispatch, getState) => {
    const edits = editsOfField(getState(), kind, name, key, field, value)
    dispatch(editEntityRecord<string, string>(kind, name, key, edits, { undoGroup: field }))
  }
}

/** The edits that set a field, which may stand inside of a property. */
function editsOfField(
  state: EntityState,
  kind: string,
  name: string,
  key: RecordKey | undefined,
  field: string,
  value: unknown,
): RecordData {
  const [property = field, entry, ...rest] = field.split('.')
  if (entry === undefined) return { [property]: value }
  const before = readPath(selectEditedEntityRecord(state, kind, name, key), property).value
  const whole = writePath(before, [entry, ...rest].join('.'), value, before)
  const config = selectEntityConfig(state, kind, name)
  // Of a merged property only the entry is edited: the others stay as they are.
  const isEntry = config && isMerged(config, property)
  return { [property]: isEntry ? { [entry]: readPath(whole, entry).value } : whole }
}
