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
export function isLater(version: RecordVersion, other: RecordVersion): boolean {
  const { modified = '', revision = 0 } = version
  return modified > (other.modified ?? modified) || revision > (other.revision ?? revision)
}
