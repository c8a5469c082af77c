import { useMemo } from 'react'
import { entityKey, type EntityId, type RecordKey } from '../../core/keys'
import { recordAddress } from '../../entities/recordFacts'
import { selectRecordState, type RecordState } from '../../store/selectRecordState'
import type { Selection } from '../internals/selection'
import { useView } from '../internals/view'
import { useShownRecord } from '../provider/EntityProvider'

/**
 * The state of a record as one word, as `selectRecordState` gives it: `saved`, `unsaved`, `saving`, `waiting`, `conflict`
 * or `failed`. It sends no request. Without an id, that of the nearest provider is used.
 * @example
 * const state = useRecordState('postType', 'post', 1)
 * const label = { saved: 'Saved', unsaved: 'Save', saving: 'Saving…', waiting: 'Waits for the network', conflict: 'Compare', failed: 'Try again' }[state]
 */
export function useRecordState(kind: string, name: string, id?: EntityId): RecordState {
  const { key } = useShownRecord(kind, name, id)
  const selection = useMemo(() => stateSelection(kind, name, key), [kind, name, key])
  return useView(selection).state
}

const stateFields: ReadonlySet<string> = /* @__PURE__ */ new Set(['state'])

function stateSelection(
  kind: string,
  name: string,
  key: RecordKey | undefined,
): Selection<{ readonly state: RecordState }> {
  return {
    fields: stateFields,
    waits: [recordAddress(entityKey(kind, name), key)],
    read: (state) => ({ state: selectRecordState(state, kind, name, key) }),
  }
}
