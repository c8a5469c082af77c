import { selectEntityConfig } from '../../config/selectors'
import { isEqual } from '../../core/isEqual'
import { isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import type { EditBasis } from '../../core/writeGate'
import { selectWrittenSeq } from '../../entities/selectors'
import type { RestoredEdits } from '../../edits/actions'
import { withoutUnchanged } from '../../edits/applyEdits'
import { isMerged } from '../../edits/fields'
import { isStoredLazyEdit } from '../../edits/lazyEdit'
import { selectEditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { KeptEdits } from './keptEdits'

/** Kept edits beside those of the page. */
export interface JoinedEdits {
  /** Both, of fields that both have the page's. */
  readonly values: RecordData
  /** What both have, as it was kept: the page's is another. */
  readonly left: RecordData
}

/** Puts kept values below those of the page: of merged properties entry by entry. */
export function joinEdits(state: EntityState, { kind, name, entity, key, values }: KeptEdits): JoinedEdits {
  const config = selectEntityConfig(state, kind, name)
  const typed = getRow(state.edits.records[entity], key)?.values ?? {}
  const joined: Record<string, unknown> = { ...values, ...typed }
  const left: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) {
    const now = own(typed, field)
    if (now === undefined || isEqual(now, value)) continue
    if (!config || !isMerged(config, field) || !isRecord(now) || !isRecord(value) || isStoredLazyEdit(now)) {
      left[field] = value
      continue
    }
    joined[field] = { ...value, ...now }
    const entries = Object.entries(value).filter(
      ([entry, kept]) => Object.hasOwn(now, entry) && !isEqual(now[entry], kept),
    )
    if (entries.length > 0) left[field] = Object.fromEntries(entries)
  }
  return { values: joined, left }
}

/** Kept edits as they are put back into the state, below those of the page; none where the record has them all. */
export function restoredEdits(state: EntityState, kept: KeptEdits): readonly RestoredEdits[] {
  const { kind, name, id, entity, key, basis, uncertain = [] } = kept
  const row = getRow(state.edits.records[entity], key)
  const view = selectEditedView(state, kind, name, id)
  const { values: joined } = joinEdits(state, kept)
  const received = view?.received
  const isKnown = view?.raw !== undefined
  // Read since, the record says what the server has: nothing has to be read again to know that.
  const values = view && isKnown ? withoutUnchanged(view, joined) : joined
  if (isEmpty(values) && !row) return []
  const uncertainNow = isKnown ? row?.uncertain : [...new Set([...(row?.uncertain ?? []), ...uncertain])]
  const joinedBasis = joinBasis(basis, row?.basis)
  return [
    {
      ...{ kind, name, entity, key, id, values },
      base: Math.max(row?.base ?? 0, selectWrittenSeq(state, entity, key), received?.seq ?? 0),
      ...(joinedBasis && { basis: joinedBasis }),
      ...(uncertainNow && uncertainNow.length > 0 && { uncertain: uncertainNow }),
    },
  ]
}

/** What was known when a field was edited first counts; the version only where all is based on one. */
function joinBasis(kept: EditBasis | undefined, typed: EditBasis | undefined): EditBasis | undefined {
  if (!kept || !typed) return kept ?? typed
  const values: Record<string, unknown> = { ...kept.values, ...typed.values }
  for (const [field, value] of Object.entries(kept.values)) {
    const now = own(typed.values, field)
    values[field] = isRecord(value) && isRecord(now) ? { ...now, ...value } : value
  }
  const unanswered = [...(kept.unanswered ?? []), ...(typed.unanswered ?? [])]
  return {
    values,
    ...(kept.version && { version: kept.version }),
    ...(unanswered.length > 0 && { unanswered }),
  }
}
