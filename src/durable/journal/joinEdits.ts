import { selectAssumedConfig } from '../../config/selectors'
import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import { filterFields, isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import type { EditBasis, EditOrigin } from '../../core/writeGate'
import { isReadWhole, selectWrittenSeq } from '../../entities/selectors'
import type { RestoredEdits } from '../../edits/actions'
import { unchangedPaths } from '../../edits/applyEdits'
import { cellsFrom, valuesByPath, type Cells } from '../../edits/cells'
import { isMerged } from '../../edits/fields'
import { isStoredLazyEdit } from '../../edits/lazyEdit'
import { selectEditedView } from '../../edits/selectors'
import { basisOf, valuesOf } from '../../edits/storedEdits'
import type { EntityState } from '../../store/rootReducer'
import type { Sides } from '../merging/mergeValues'
import { withSent } from '../unanswered'
import type { KeptEdits } from './keptEdits'

/** How edits of one record are joined. */
export interface Joining {
  /** Merges what two pages made of a field; undefined where somebody has to choose. */
  readonly merge: (
    config: EntityConfig,
    received: RecordData | undefined,
    property: string,
    sides: Sides,
  ) => unknown
  /** What was put back of the record before: who types since counts for more than what is merged. */
  readonly restored: RecordData | undefined
}

/** Kept edits of one record, one below the other, below those of the page. */
export interface JoinedEdits {
  readonly values: RecordData
  readonly basis: EditBasis | undefined
  /** What each of them has other values of that could not be merged, as it was kept. */
  readonly left: readonly RecordData[]
}

/**
 * Puts kept edits of a record below those of the page. A field that was typed here counts for more; what several pages
 * have left of one field is merged as what several people write is, where both began with the same.
 * @param items - All of the same record; the first counts for most.
 */
export function joinEdits(
  state: EntityState,
  items: readonly KeptEdits[],
  { merge, restored }: Joining,
): JoinedEdits {
  const [{ kind, name, id, entity, key }] = items as [KeptEdits]
  const config = selectAssumedConfig(state, kind, name)
  const received = selectEditedView(state, kind, name, id)?.received?.record
  const row = getRow(state.edits.records[entity], key)
  const edited = valuesOf(row) ?? {}
  const typed = Object.keys(edited).filter((field) => !isEqual(edited[field], own(restored, field)))
  let values: RecordData = edited
  let basis = basisOf(row)
  const left: RecordData[] = []
  for (const kept of items) {
    const joined: Record<string, unknown> = { ...kept.values, ...values }
    const others: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(kept.values)) {
      const now = own(values, field)
      if (now === undefined || isEqual(now, value)) continue
      if (config && isMerged(config, field) && isRecord(now) && isRecord(value) && !isStoredLazyEdit(now)) {
        joined[field] = { ...value, ...now }
        const entries = Object.entries(value).filter(
          ([entry, one]) => Object.hasOwn(now, entry) && !isEqual(now[entry], one),
        )
        if (entries.length > 0) others[field] = Object.fromEntries(entries)
        continue
      }
      const base = own(kept.basis?.values, field)
      const isMergeable =
        base !== undefined && !typed.includes(field) && isEqual(base, own(basis?.values, field))
      const merged =
        config && isMergeable ? merge(config, received, field, { base, mine: now, theirs: value }) : undefined
      if (merged === undefined) others[field] = value
      else joined[field] = merged
    }
    basis = joinBasis(config, basis, basisOfKept(kept))
    values = joined
    left.push(others)
  }
  return { values, basis, left }
}

/** Kept edits as they are put back into the state, below those of the page; none where the record has them all. */
export function restoredEdits(
  state: EntityState,
  items: readonly KeptEdits[],
  joining: Joining,
): readonly RestoredEdits[] {
  const [{ kind, name, id, entity, key }] = items as [KeptEdits]
  const row = getRow(state.edits.records[entity], key)
  const view = selectEditedView(state, kind, name, id)
  const { values: joined, basis } = joinEdits(state, items, joining)
  const received = view?.received
  const isKnown = isReadWhole(received)
  // Read since, the record says what the server has: nothing has to be read again to know that.
  const config = selectAssumedConfig(state, kind, name)
  const isEntries = (property: string) => (config ? isMerged(config, property) : property === 'meta')
  const all = cellsFrom(joined, basis?.values, isEntries)
  const unchanged = view && isKnown ? unchangedPaths(view, all) : []
  const fields = filterFields(all, (path) => !unchanged.includes(path)) as Cells
  if (isEmpty(fields) && !row) return []
  const uncertain = isKnown ? [] : uncertainOf(items)
  const sent = items.reduce<readonly RecordData[]>(
    (known, kept) => withSent(known, ...(basisOfKept(kept)?.unanswered ?? [])),
    [],
  )
  const unanswered = sent.map((values) => valuesByPath(values, isEntries))
  return [
    {
      ...{ kind, name, entity, key, id, fields },
      seq: Math.max(row?.seq ?? 0, selectWrittenSeq(state, entity, key), received?.seq ?? 0),
      ...(basis && { origin: originOf(basis) }),
      ...(uncertain.length > 0 && { uncertain }),
      ...(unanswered.length > 0 && { unanswered }),
    },
  ]
}

function originOf({ values, unanswered, ...origin }: EditBasis): EditOrigin {
  return origin
}

/** What of several edits was sent, and of which nobody knows whether the server took it. */
export function uncertainOf(edits: readonly Pick<KeptEdits, 'uncertain'>[]): readonly string[] {
  return [...new Set(edits.flatMap(({ uncertain = [] }) => uncertain))]
}

/** What kept edits are based on: their page may have saved them right before it was gone. */
function basisOfKept({ basis, local, values }: KeptEdits): EditBasis | undefined {
  return basis && !local ? { ...basis, unanswered: withSent(basis.unanswered, values) } : basis
}

/** Each field is based on what its value was made from; the version counts only where all is based on one. */
function joinBasis(
  config: EntityConfig | undefined,
  above: EditBasis | undefined,
  below: EditBasis | undefined,
): EditBasis | undefined {
  if (!above || !below) return above ?? below
  const values: Record<string, unknown> = { ...below.values, ...above.values }
  for (const [field, value] of Object.entries(below.values)) {
    const now = own(above.values, field)
    if (config && isMerged(config, field) && isRecord(value) && isRecord(now))
      values[field] = { ...value, ...now }
  }
  const unanswered = withSent(below.unanswered, ...(above.unanswered ?? []))
  const sentCreate = above.sentCreate ?? below.sentCreate
  return {
    values,
    ...(above.version && isEqual(above.version, below.version) && { version: above.version }),
    ...(unanswered.length > 0 && { unanswered }),
    ...(sentCreate && { sentCreate }),
  }
}
