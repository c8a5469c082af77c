import { useContext, useMemo } from 'react'
import type { RecordReference } from '../../batch/saveDirtyEntityRecords'
import { entityKey, recordKey, type EntityId, type RecordKey } from '../../core/keys'
import { recordAddress } from '../../entities/recordFacts'
import { selectRecordState, type RecordState } from '../../store/selectRecordState'
import type { Selection } from '../internals/selection'
import { useView } from '../internals/view'
import { EntityContext } from '../provider/EntityProvider'
import { useProvidedStore } from '../provider/EntityStoreProvider'

/**
 * The state of a record as one word, as `selectRecordState` gives it: `saved`, `unsaved`, `saving`, `waiting`, `conflict`
 * or `failed`. It sends no request. Without an id, that of the nearest provider is used. Of records that are saved
 * together, given as an array, it is the most urgent: the first of `saving`, `conflict`, `failed`, `unsaved`, `waiting`.
 * @example
 * const state = useRecordState('postType', 'post', 1)
 * const label = { saved: 'Saved', unsaved: 'Save', saving: 'Saving…', waiting: 'Waits for the network', conflict: 'Compare', failed: 'Try again' }[state]
 */
export function useRecordState(kind: string, name: string, id?: EntityId): RecordState
export function useRecordState(records: readonly RecordReference[]): RecordState
export function useRecordState(
  given: string | readonly RecordReference[],
  name = '',
  id?: EntityId,
): RecordState {
  const above = useContext(EntityContext)
  const records =
    typeof given === 'string'
      ? [{ kind: given, name, key: id ?? above.get(entityKey(given, name))?.id }]
      : given
  // The same records may come in another array.
  const about = JSON.stringify(records.map((one) => [one.kind, one.name, recordKey(one.key)]))
  const selection = useMemo(() => stateSelection(JSON.parse(about) as readonly Named[]), [about])
  return useView(useProvidedStore(), selection).state
}

const stateFields: ReadonlySet<string> = /* @__PURE__ */ new Set(['state'])
const mostUrgentFirst = ['saving', 'conflict', 'failed', 'unsaved', 'waiting', 'saved'] as const

type Named = readonly [kind: string, name: string, key: RecordKey | null]

function stateSelection(records: readonly Named[]): Selection<{ readonly state: RecordState }> {
  return {
    fields: stateFields,
    waits: records.map(([kind, name, key]) => recordAddress(entityKey(kind, name), key ?? undefined)),
    read: (state) => {
      const states = records.map(([kind, name, key]) =>
        selectRecordState(state, kind, name, key ?? undefined),
      )
      return { state: mostUrgentFirst.find((one) => states.includes(one)) ?? 'saved' }
    },
  }
}
