import { isOfWordPress } from '../config/defineServer'
import { isEqual } from '../core/isEqual'
import { filterFields, isEmpty, isRecord, type RecordData } from '../core/plain'
import type { WriteIntent } from '../core/writeGate'
import { basedOnReceived, originOfReceived } from '../edits/basis'
import { basesOfCells, cellsFrom } from '../edits/cells'
import { isMerged, valueAt } from '../edits/fields'
import { selectEditedView, type EditedView } from '../edits/selectors'
import { valuesOf } from '../edits/storedEdits'
import type { EntityState } from '../store/rootReducer'

/**
 * A save as it is meant: of a merged property, such as `meta`, it has the whole, of which the entries that were not
 * edited are what was known when it was asked for. Others may have changed those since, and nobody meant to write them.
 */
export function meantFields(
  { config, row, raw }: Pick<EditedView, 'config' | 'row' | 'raw'>,
  fields: RecordData,
): RecordData {
  let meant = fields
  for (const [property, value] of Object.entries(fields)) {
    if (!isMerged(config, property) || !isRecord(value)) continue
    const entries = filterFields(
      value,
      (entry, one) =>
        valueAt(valuesOf(row), property, entry) !== undefined || !isEqual(one, valueAt(raw, property, entry)),
    )
    if (!isEmpty(entries)) meant = { ...meant, [property]: entries }
  }
  return meant
}

/**
 * A save that is to wait: what it is meant to change, and what the server had of that, also of what was written by hand.
 * By the time it is sent more is known, which whoever saved has not seen.
 */
export function meantSave(state: EntityState, intent: WriteIntent): WriteIntent {
  const { what, kind, name, id } = intent
  const view = what === 'update' ? selectEditedView(state, kind, name, id) : undefined
  if (!view) return intent
  const { config, received } = view
  const fields = meantFields(view, intent.fields)
  if (!received) return { ...intent, fields }
  const { record, isComplete, parts } = received
  const server = { record, rawAttributes: config.rawAttributes }
  const { values, unanswered, ...origin } = intent.basis ?? { values: {} }
  const meant = cellsFrom(fields, values, (property) => isMerged(config, property))
  const based = Object.entries(meant).map(
    ([path, cell]) => [path, basedOnReceived(cell, server, path)] as const,
  )
  const cells = Object.fromEntries(based)
  const isWhole = isComplete && !parts
  const known = originOfReceived({ fields: cells, origin }, server, isWhole)
  const basis = { values: basesOfCells(cells), ...known, ...(unanswered && { unanswered }) }
  return { ...intent, fields, basis }
}

/** Fields as another server than WordPress takes them: it may put a merged property in the place of what it has. */
export function wholeFields(
  { config, raw }: Pick<EditedView, 'config' | 'raw'>,
  fields: RecordData,
): RecordData {
  if (isOfWordPress(config.baseURL)) return fields
  const entries = Object.entries(fields).map(([property, value]) => {
    const known = isMerged(config, property) ? valueAt(raw, property) : undefined
    return [property, isRecord(value) && isRecord(known) ? { ...known, ...value } : value] as const
  })
  return Object.fromEntries(entries)
}
