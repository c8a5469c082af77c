import { isStoredLazyEdit } from './lazyEdit'
import { isRecord, own, type RecordData } from '../core/plain'

/**
 * Names an edited field: a property, such as `title`, or one entry of a merged one, such as `meta.subtitle`. Dots and
 * backslashes in the name of the property itself have a backslash before them.
 */
export type FieldPath = string

/** The path of a property, or of one entry of it. */
export function fieldPath(property: string, entry?: string): FieldPath {
  const isEscaped = property.includes('.') || property.includes('\\')
  const escaped = isEscaped ? property.replace(/[.\\]/g, '\\$&') : property
  return entry === undefined ? escaped : `${escaped}.${entry}`
}

/** The property that a path leads to, and the entry of it where it leads to one. */
export function splitPath(path: FieldPath): readonly [property: string, entry?: string] {
  const dot = path.indexOf('.')
  if (dot < 0 && !path.includes('\\')) return [path]
  if (dot > 0 && path.lastIndexOf('\\', dot) < 0) return [path.slice(0, dot), path.slice(dot + 1)]
  const [, escaped = '', entry] = /^((?:[^.\\]|\\.)*)(?:\.(.*))?$/s.exec(path) ?? []
  const property = escaped.replace(/\\(.)/gs, '$1')
  return entry === undefined ? [property] : [property, entry]
}

/** Fields with a value at a path: an entry joins the others of its property. */
export function putAt(fields: Record<string, unknown>, path: FieldPath, value: unknown): void {
  const [property, entry] = splitPath(path)
  if (entry === undefined) fields[property] = value
  else {
    const before = own(fields, property)
    fields[property] = { ...(isRecord(before) && !isStoredLazyEdit(before) && before), [entry]: value }
  }
}

/** The value at a path. */
export function valueAtPath(fields: RecordData | undefined, path: FieldPath): unknown {
  const [property, entry] = splitPath(path)
  const value = own(fields, property)
  return entry === undefined ? value : isRecord(value) ? own(value, entry) : undefined
}
