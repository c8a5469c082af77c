import { own } from '../core/plain'

/** When a record was told. */
export interface FieldVersions {
  /** The turn of the newest answer that held all of it; 0 when there was none. */
  readonly seq: number
  /** The turns of answers that held only parts of it and are newer, by dotted path. */
  readonly parts?: { readonly [path: string]: number }
}

/** The turn of the newest answer that told a path of a record: by itself, within a parent, or with all of it. */
export function versionOf(told: FieldVersions, path: string): number {
  const dot = path.lastIndexOf('.')
  return Math.max(own(told.parts, path) ?? 0, dot > 0 ? versionOf(told, path.slice(0, dot)) : told.seq)
}
