import { attachCounterpart, counterpartOf } from '../core/counterparts'
import { isRecord, type RecordData } from '../core/plain'

/** An edit that is computed when it is needed, from the edited record: `content` from `blocks`, say. */
export type LazyEdit = (edited: RecordData) => unknown

/** How the state holds a lazy edit: plain data, with the function attached. */
export interface StoredLazyEdit {
  readonly $lazy: true
}

export function storeLazyEdit(edit: LazyEdit): StoredLazyEdit {
  const stored: StoredLazyEdit = { $lazy: true }
  attachCounterpart(stored, edit)
  return stored
}

export function isStoredLazyEdit(value: unknown): value is StoredLazyEdit {
  return isRecord(value) && value.$lazy === true && Object.keys(value).length === 1
}

/** The function behind a lazy edit; undefined where the state came from JSON, which can't hold it. */
export function lazyEditOf(stored: StoredLazyEdit): LazyEdit | undefined {
  return counterpartOf(stored) as LazyEdit | undefined
}

/** Of lazy edits in the place of which something else was put, the record as it was then: its blocks are hidden since. */
const replacedIn = new WeakMap<StoredLazyEdit, RecordData>()

/** Takes down what a lazy edit is computed from that gives way to something else. */
export function noteReplaced(edit: StoredLazyEdit, record: RecordData = {}): void {
  replacedIn.set(edit, record)
}

/** What a lazy edit comes to, in a record as it is now, or was when the edit gave way; undefined where that fails. */
export function computed(edit: StoredLazyEdit, recordFrom: (replaced?: RecordData) => RecordData): unknown {
  try {
    return lazyEditOf(edit)?.(recordFrom(replacedIn.get(edit)))
  } catch {
    return undefined
  }
}

/** A lazy edit that stands for another, as one that remembers what it came to. */
export function inPlaceOf(original: LazyEdit, edit: LazyEdit): LazyEdit {
  attachCounterpart(edit, original)
  return edit
}

/** Whether a value is the very function that was given as a lazy edit. */
export function isLazyEdit(stored: StoredLazyEdit, value: unknown): boolean {
  const compute = lazyEditOf(stored)
  return compute !== undefined && (value === compute || value === (counterpartOf(compute) ?? compute))
}

/** The fields of a record with every lazy edit computed from the whole of it, which is asked for where there is one. */
export function evaluateLazyEdits(fields: RecordData, wholeOf: () => RecordData): RecordData {
  const entries = Object.entries(fields)
  if (!entries.some(([, value]) => typeof value === 'function')) return fields
  const edited = wholeOf()
  return Object.fromEntries(
    entries.map(([field, value]) => [
      field,
      typeof value === 'function' ? (value as LazyEdit)(edited) : value,
    ]),
  )
}
