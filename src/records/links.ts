/** Where to go from a record, by relation such as `self` or `version-history`. */
export type RecordLinks = Record<string, RecordLink[]> & {
  /** Its revisions: the server always says how many. */
  'version-history'?: (RecordLink & { count: number })[]
}

/** One link of a record. */
export interface RecordLink {
  href: string
  /** Whether the server puts its target into the answer when asked to embed. */
  embeddable?: boolean
  /** How many there are, where the relation counts them. */
  count?: number
  /** What the user may do with the target. */
  targetHints?: { allow?: string[] }
  [attribute: string]: unknown
}
