import { own } from '../core/plain'

/** When a record was received. */
export interface FieldVersions {
  /** The sequence number of the newest answer that held all of it, 0 for what was kept on the device; -1 when there was none. */
  readonly seq: number
  /** The sequence numbers of answers that held only parts of it and are newer, by dotted path. */
  readonly parts?: { readonly [path: string]: number }
}

/** The sequence number of the newest answer that had a path of a record: by itself, within a parent, or with all of it. */
export function versionOf(received: FieldVersions, path: string): number {
  const dot = path.lastIndexOf('.')
  return Math.max(
    own(received.parts, path) ?? -1,
    dot > 0 ? versionOf(received, path.slice(0, dot)) : received.seq,
  )
}
