import type { RecordVersion } from './recordVersion'

/** An edited field. */
export interface Cell {
  /** What the server had when it was edited first; absent where that was not known. */
  readonly base?: unknown
  /** What it is to be. */
  readonly value: unknown
  /** Of what was sent: whether it is no edit, as it was written by hand, or was given up since. */
  readonly unseen?: true
}

/** Edited fields by path (`title`, or `meta.subtitle`), each entry of a merged property by itself. */
export interface Cells {
  readonly [path: string]: Cell
}

/**
 * What one save has sent of the edits of a record. `queued`: it waits to be sent again; `uncertain`: nobody knows whether the
 * server took it; `late`: the record did not show it since, but it may still be done.
 */
export interface Mutation {
  readonly id: string
  readonly state: 'sending' | 'queued' | 'uncertain' | 'late'
  /** What it sends, by path, each based on what stood below it. */
  readonly fields: Cells
  /**
   * Of what a server does over one version of the record alone: that; null where this page puts back nothing that it may
   * replace: another page has sent it, or the record has a later version, so that it is surely not done any more.
   */
  readonly version?: RecordVersion | null | undefined
}

/** Edits, and what saves have sent of them before: of a record, of a write, of what is kept or waits. */
export interface EditLog {
  /** What no save has sent yet, by path; of a write, what it sends. */
  readonly fields: Cells
  /** What saves have sent and is not answered, oldest first: the server may have any of it. Absent where that is nothing. */
  readonly log?: readonly Mutation[] | undefined
}
