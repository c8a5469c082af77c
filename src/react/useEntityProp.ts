import { useCallback, useMemo } from 'react'
import { editEntityRecord } from '../edits/editEntityRecord'
import { selectEditedEntityRecord } from '../edits/selectors'
import { selectEntityRecord } from '../entities/selectors'
import { recordKey, type EntityId } from '../keys'
import { own, type RecordData } from '../plain'
import type { EntityTypes } from '../records/entityTypes'
import type {
  DefaultContext,
  EditedRecordOf,
  EditsOf,
  EntityName,
  Kind,
  RecordOf,
} from '../records/inference'
import { useEntityId } from './EntityProvider'
import { useEntityStore } from './EntityStoreProvider'
import { recordRead, recordWaits } from './useEntityRecord'
import { useFreshRead } from './useFreshRead'
import { useSelection, type Selection } from './useSelection'

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
 * One property of a record: its edited value, a function that edits it, and the value as the server told it, such as
 * `{ raw, rendered }`. Both are undefined until the record is known. Without an id, the nearest provider's counts.
 */
export function useEntityProp<
  K extends Kind,
  N extends EntityName<K>,
  const Prop extends keyof EditedRecordOf<K, N> & string,
>(kind: K, name: N, prop: Prop, id?: EntityId): UseEntityPropResult<K, N, Prop> {
  const store = useEntityStore()
  const provided = useEntityId(kind, name)
  const key = recordKey(id ?? provided)
  const selection = useMemo(() => propSelection(kind, name, key, prop), [kind, name, key, prop])
  const read = useMemo(() => recordRead(store, kind, name, key), [store, kind, name, key])
  useFreshRead(store, read)
  const { value, fullValue } = useSelection(store, selection)
  const setValue = useCallback(
    (next: EditedRecordOf<K, N>[Prop]) => {
      store.dispatch(editEntityRecord<K, N>(kind, name, key, { [prop]: next } as EditsOf<K, N>))
    },
    [store, kind, name, key, prop],
  )
  return [value, setValue, fullValue] as UseEntityPropResult<K, N, Prop>
}

function propSelection(
  kind: string,
  name: string,
  key: string | undefined,
  prop: string,
): Selection<PropFields> {
  return {
    waits: recordWaits(kind, name, key),
    read: (state) => {
      const record: RecordData | undefined = selectEntityRecord<string, string>(state, kind, name, key)
      if (record === undefined) return { value: undefined, fullValue: undefined }
      return {
        value: own(selectEditedEntityRecord<string, string>(state, kind, name, key), prop),
        fullValue: own(record, prop),
      }
    },
  }
}
