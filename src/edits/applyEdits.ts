import deepEqual from 'fast-deep-equal'
import { EntityStoreError, show } from '../errors'
import { assertPlain, isRecord, own, type RecordData } from '../plain'
import type { FieldChange } from './actions'
import { filterFields, hasEqual, isEmpty, isMerged, isTransient } from './fields'
import { isStoredLazyEdit, lazyEditOf, storeLazyEdit, type LazyEdit } from './lazyEdit'
import { editedOf, type EditedView } from './selectors'

/** What edits come to, given the record and the edits it has. */
export interface AppliedEdits {
  /** Values to keep as edits. */
  readonly values: RecordData
  /** Properties that are no longer edited: their value is the record's. */
  readonly dropped: readonly string[]
  readonly changes: { readonly [property: string]: FieldChange }
}

/**
 * Works out what edits come to: a value equal to the record's is no edit, unless a save under way is about to change
 * the record; entries of merged properties count one by one; undefined gives an edit up.
 * @throws EntityStoreError `invalid_edit` for what can't be kept as plain data.
 */
export function applyEdits(view: EditedView, edits: RecordData): AppliedEdits {
  if (!isRecord(edits)) {
    throw new EntityStoreError(
      'invalid_edit',
      `Edits are an object of new values by field, but got ${show(edits)}. Pass for example { title: 'New title' }.`,
    )
  }
  const { config, row, raw } = view
  const edited = editedOf(view)
  const values: Record<string, unknown> = {}
  const dropped: string[] = []
  const changes: Record<string, FieldChange> = {}

  for (const property of Object.keys(edits)) {
    const value = checkValue(view, property, edits[property])
    const from = storable(own(edited, property))
    if (value === undefined) {
      dropped.push(property)
      changes[property] = { from, to: own(raw, property) }
    } else if (typeof value === 'function') {
      const lazy = storeLazyEdit(value as LazyEdit)
      values[property] = lazy
      changes[property] = { from, to: lazy }
    } else if (isMerged(config, property)) {
      const entries = mergedEntries(view, property, value as RecordData)
      if (isEmpty(entries)) dropped.push(property)
      else values[property] = entries
      changes[property] = {
        from,
        to: { ...(own(edited, property) as RecordData | undefined), ...(value as RecordData) },
      }
    } else {
      const isInFlight = row?.sent !== undefined && Object.hasOwn(row.sent, property)
      if (!isInFlight && hasEqual(raw, property, value)) dropped.push(property)
      else values[property] = value
      changes[property] = { from, to: value }
    }
  }
  return { values, dropped, changes }
}

/** The edits that bring the properties of a change back to one of its sides; of merged ones, only the entries that changed. */
export function editsTowards(
  view: EditedView,
  changes: { readonly [property: string]: FieldChange },
  side: keyof FieldChange,
): RecordData {
  const other = side === 'from' ? 'to' : 'from'
  return Object.fromEntries(
    Object.entries(changes).map(([property, change]) => {
      const [target, source] = [change[side], change[other]]
      if (isStoredLazyEdit(target)) return [property, lazyEditOf(target)]
      if (!isMerged(view.config, property)) return [property, target]
      const before = isRecord(source) ? source : {}
      const after = isRecord(target) ? target : {}
      const names = new Set([...Object.keys(before), ...Object.keys(after)])
      return [
        property,
        Object.fromEntries(
          [...names]
            .filter((name) => !deepEqual(before[name], after[name]))
            .map((name) => [name, after[name]]),
        ),
      ]
    }),
  )
}

/** The edits of a record that are left when those equal to the record are given up. */
export function withoutUnchanged({ config, row, raw }: EditedView): RecordData {
  const values = row?.values ?? {}
  const settled = Object.entries(values).map(([property, value]): [string, unknown] => {
    if (!isMerged(config, property) || !isRecord(value)) return [property, value]
    return [property, filterFields(value, (name, entry) => !hasEqual(own(raw, property), name, entry))]
  })
  return Object.fromEntries(
    settled.filter(([property, value]) =>
      isMerged(config, property) && isRecord(value) ? !isEmpty(value) : !hasEqual(raw, property, value),
    ),
  )
}

function mergedEntries({ row, raw }: EditedView, property: string, value: RecordData): RecordData {
  const before = own(row?.values, property)
  const sent = own(row?.sent, property)
  const entries = { ...(isRecord(before) ? before : {}), ...value }
  const base = own(raw, property)
  return filterFields(entries, (name, entry) => {
    if (entry === undefined) return false
    return (isRecord(sent) && Object.hasOwn(sent, name)) || !hasEqual(base, name, entry)
  })
}

const checkedValues = new WeakSet()

function checkValue({ config }: EditedView, property: string, value: unknown): unknown {
  const where = `The edit of '${property}' of (${config.kind}, ${config.name})`
  if (property === '__proto__') {
    throw new EntityStoreError(
      'invalid_edit',
      `${where} can't be kept: no record has a field of that name. Rename the field.`,
    )
  }
  if (isMerged(config, property) && value !== undefined && typeof value !== 'function' && !isRecord(value)) {
    throw new EntityStoreError(
      'invalid_edit',
      `${where} is ${show(value)}, but its edits are merged, so it must be an object of entries.`,
    )
  }
  if (typeof value === 'function' || isTransient(config, property)) return value
  if (typeof value !== 'object' || value === null) {
    assertPlain(value, 'invalid_edit', where)
    return value
  }
  if (!checkedValues.has(value)) {
    assertPlain(value, 'invalid_edit', where)
    checkedValues.add(value)
  }
  return value
}

/** A lazy edit as the history keeps it. */
function storable(value: unknown): unknown {
  return typeof value === 'function' ? storeLazyEdit(value as LazyEdit) : value
}
