import { attachCounterpart, counterpartOf } from '../core/counterparts'
import { isPlainData } from '../core/assertPlain'
import { isEqual } from '../core/isEqual'
import { isRecord, type RecordData } from '../core/plain'
import { isStoredLazyEdit } from './lazyEdit'

/**
 * How the state of a lenient store holds an edited value that is no plain data, such as a date: what JSON makes of it,
 * with the value itself beside it. And how any store holds a value that looks like this, or like a lazy edit.
 */
export interface HeldValue {
  readonly $held: unknown
}

export function holdValue(value: unknown): HeldValue {
  const held: HeldValue = { $held: jsonOf(value) }
  attachCounterpart(held, { value })
  return held
}

export function isHeldValue(value: unknown): value is HeldValue {
  return isRecord(value) && '$held' in value && Object.keys(value).length === 1
}

/** Whether a value was held by the store itself, and does not only look so. */
export function isHeld(value: unknown): value is HeldValue {
  return isHeldValue(value) && counterpartOf(value) !== undefined
}

/** A value as the state keeps it: one that looks like what the state has for something else is held. */
export function storedValue(value: unknown): unknown {
  const isMarker = (isHeldValue(value) || isStoredLazyEdit(value)) && counterpartOf(value) === undefined
  return isMarker ? holdValue(value) : value
}

/** The same for each entry of a merged value. */
export function storedEntries(entries: RecordData): RecordData {
  const stored = Object.entries(entries).map(([entry, value]) => [entry, storedValue(value)] as const)
  return stored.some(([entry, value]) => value !== entries[entry]) ? Object.fromEntries(stored) : entries
}

/** A stored value as it was given. */
export function givenValue(value: unknown): unknown {
  return isHeldValue(value) ? heldValueOf(value) : value
}

/** The value itself; where the state came from JSON, what JSON made of it. */
export function heldValueOf(held: HeldValue): unknown {
  const counterpart = counterpartOf(held) as { readonly value: unknown } | undefined
  return counterpart ? counterpart.value : held.$held
}

/**
 * Whether a value says what a held one does: of either that is what JSON makes of it, as no server has more. The held one
 * is looked at as it is now: the widgets editor writes the id of a saved widget into the block that it has edited.
 */
export function saysHeld(value: unknown, held: HeldValue): boolean {
  return value !== undefined && isEqual(plainOf(value), plainOf(heldValueOf(held)))
}

const plainOf = (value: unknown) => (isPlainData(value) ? value : jsonOf(value))

/** Fields as they are saved: what is no plain data as JSON has it. */
export function plainFields(fields: RecordData): RecordData {
  const entries = Object.entries(fields)
  if (entries.every(([, value]) => isPlainData(value))) return fields
  return Object.fromEntries(entries.map(([field, value]) => [field, plainOf(value)]))
}

/** What JSON makes of a value: null of one that it can't hold. */
function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null') as unknown
  } catch {
    return null
  }
}
