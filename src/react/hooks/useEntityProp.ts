import { useCallback, useMemo } from 'react'
import { editEntityRecord } from '../../edits/editEntityRecord'
import { selectEditedEntityRecord } from '../../edits/selectors'
import { selectEntityRecord } from '../../entities/selectors'
import type { EntityId, RecordKey } from '../../core/keys'
import { readPath } from '../../core/paths'
import { own, type RecordData } from '../../core/plain'
import type { EntityTypes } from '../../records/entityTypes'
import type {
  DefaultContext,
  EditedRecordOf,
  EditsOf,
  EntityName,
  Kind,
  RecordOf,
} from '../../records/inference/inference'
import { selectRevision } from '../../revisions/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import { useShownRecord } from '../provider/EntityProvider'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import { byFields } from '../internals/recordFunctions'
import { revisionSelection, shownOfRevision } from '../internals/revisionSelection'
import { partSelection } from '../internals/recordSelection'
import type { Selection } from '../internals/selection'
import { useView } from '../internals/view'

interface PropFields {
  readonly value: unknown
  readonly fullValue: unknown
}

/** What {@link useEntityProp} gives. */
export type UseEntityPropResult<
  K extends string,
  N extends string,
  Prop extends keyof EditedRecordOf<K, N, Registry>,
  Registry = EntityTypes,
> = [
  value: EditedRecordOf<K, N, Registry>[Prop] | undefined,
  setValue: (value: EditedRecordOf<K, N, Registry>[Prop]) => void,
  fullValue: FieldOf<RecordOf<K, N, DefaultContext<K, N>, Registry>, Prop> | undefined,
]

type FieldOf<Found, Prop> = Prop extends keyof Found ? Found[Prop] : unknown

/**
 * One property of a record: its edited value, a function that edits it, and the value as the server sent it, such as
 * `{ raw, rendered }`. Both are undefined until the record is known; a record with a local id has only the edited value.
 * Typing without a pause is one undo level. Without an id, that of the nearest provider is used. If that provider shows a
 * revision of the record, both values are those of the revision, and the setter does nothing.
 * @param prop - The name of the property, at the top level of the record.
 * @example
 * const [title, setTitle] = useEntityProp('postType', 'post', 'title', 1)
 */
export function useEntityProp<
  K extends Kind,
  N extends EntityName<K>,
  const Prop extends keyof EditedRecordOf<K, N> & string,
>(kind: K, name: N, prop: Prop, id?: EntityId): UseEntityPropResult<K, N, Prop> {
  const provided = useProvidedStore()
  const { store } = provided
  const { key, revision } = useShownRecord(kind, name, id)
  const selection = useMemo(
    () =>
      key && revision
        ? revisionPropSelection(store, kind, name, key, revision, prop)
        : propSelection(store, kind, name, key, prop),
    [store, kind, name, key, revision, prop],
  )
  const { value, fullValue } = useView(provided, selection)
  const setValue = useCallback(
    (next: EditedRecordOf<K, N>[Prop]) => {
      if (revision) return
      store.dispatch(editEntityRecord<K, N>(kind, name, key, { [prop]: next } as EditsOf<K, N>, byFields()))
    },
    [store, kind, name, key, revision, prop],
  )
  return [value, setValue, fullValue] as UseEntityPropResult<K, N, Prop>
}

const propFields: ReadonlySet<string> = /* @__PURE__ */ new Set(['value', 'fullValue'])

function propSelection(
  store: EntityStore,
  kind: string,
  name: string,
  key: RecordKey | undefined,
  prop: string,
): Selection<PropFields> {
  return partSelection(store, kind, name, key, propFields, (state) => {
    // One with a local id has no record of the server, and values nevertheless.
    const edited = selectEditedEntityRecord<string, string>(state, kind, name, key)
    const record: RecordData | undefined = selectEntityRecord<string, string>(state, kind, name, key)
    return { value: own(edited, prop), fullValue: own(record, prop) }
  })
}

function revisionPropSelection(
  store: EntityStore,
  kind: string,
  name: string,
  key: RecordKey,
  revision: RecordKey,
  prop: string,
): Selection<PropFields> {
  return revisionSelection(store, kind, name, key, revision, propFields, (state) => {
    const shown: RecordData | undefined = selectRevision(state, kind, name, key, revision, shownOfRevision)
    const fullValue = own(shown, prop)
    const raw = readPath(fullValue, 'raw')
    return { value: raw.found ? raw.value : fullValue, fullValue }
  })
}
