import { useMemo } from 'react'
import { selectEntityRecord, type EntityId, type EntityState } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import type { ListDescription } from './listDescription'

type PickedList = Pick<ListDescription<never>, 'kind' | 'name' | 'query'>

/** The rows of a list by their keys, as the store has them now; those that are gone are left out. */
export function usePickedRows<Row>(list: PickedList, picked: ReadonlySet<EntityId>): readonly Row[] {
  const { kind, name, query } = list
  const { context, _fields } = query
  const select = useMemo(
    () => pickedRows({ kind, name, query: { context, _fields } }, picked),
    [kind, name, context, _fields, picked],
  )
  return useEntitySelector(select) as readonly Row[]
}

/** The same array while all rows are the same. */
function pickedRows({ kind, name, query }: PickedList, picked: ReadonlySet<EntityId>) {
  let before: readonly unknown[] = []
  return (state: EntityState): readonly unknown[] => {
    const rows = [...picked].flatMap((key) => selectEntityRecord(state, kind, name, key, query) ?? [])
    const isSame = rows.length === before.length && rows.every((row, at) => row === before[at])
    return isSame ? before : (before = rows)
  }
}
