/** How new a record is, as far as it says so. */
export interface RecordVersion {
  /** When it was last changed, as the server writes it. */
  readonly modified?: string
  /** The newest of its revisions. */
  readonly revision?: number
  /** How many revisions it has. */
  readonly revisions?: number
}

/** Whether a version is surely a later one than another. */
export function isLater({ modified = '', revision = 0 }: RecordVersion, other: RecordVersion): boolean {
  return modified > (other.modified ?? modified) || revision > (other.revision ?? revision)
}

/**
 * Whether what was sent over one version of a record alone is surely refused by now, as the record has a later one.
 * @param sentOver - Null where that is known already; undefined where the server does it over any.
 */
export function isRefused(sentOver: RecordVersion | null | undefined, now: RecordVersion): boolean {
  return sentOver ? isLater(now, sentOver) : sentOver === null
}
