import { addresses, type Address } from '../../core/address'
import type { EntityKey, QueryKey } from '../../core/keys'

/**
 * Which lists were answered while writes are under way: of these nobody knows whether they were asked before the write was
 * done. And which written records were read anew meanwhile: what they were before is not known. Remembered no longer than
 * that matters.
 */
export class ReadsUnderWay {
  /** When writes left that were not answered yet, by their names: of several requests the first may have done it. */
  private readonly writes = new Map<string, number>()
  /** Writes that are under way of records that a read has since shown otherwise than they were known when they left. */
  private readonly seen = new Set<string>()
  /** When lists were answered last. */
  private readonly reads = new Map<Address, number>()

  /** How many lists are remembered. */
  get size(): number {
    return this.reads.size
  }

  /**
   * A write leaves.
   * @returns Whether no earlier request of it may have been done.
   */
  leave(write: string, seq: number): boolean {
    if (this.writes.has(write)) return false
    this.writes.set(write, seq)
    return true
  }

  /**
   * A write has ended, for good or refused; the reads are forgotten by `settle`.
   * @returns When it left, and whether its record was read anew since; undefined where nobody here has sent it.
   */
  end(write: string): { readonly seq: number; readonly isSeen: boolean } | undefined {
    const seq = this.writes.get(write)
    this.writes.delete(write)
    const isSeen = this.seen.delete(write)
    return seq === undefined ? undefined : { seq, isSeen }
  }

  /** Forgets the reads, unless a write is still under way. */
  settle(): void {
    if (this.writes.size === 0) this.reads.clear()
  }

  /** Whether a write has left and was not answered yet. */
  isUnderWay(write: string): boolean {
    return this.writes.has(write)
  }

  /** The record of a write that is under way was read, and is otherwise than it was known. */
  noteSeen(write: string): void {
    this.seen.add(write)
  }

  /** A list was answered. */
  noteRead(entity: EntityKey, query: QueryKey, seq: number): void {
    if (this.writes.size > 0) this.reads.set(addresses.list(entity, query), seq)
  }

  /** Whether a list was answered after a moment, whenever it was asked for: the server may answer later questions first. */
  isReadSince(entity: EntityKey, query: QueryKey, seq: number): boolean {
    return (this.reads.get(addresses.list(entity, query)) ?? 0) > seq
  }

  /** The store has no such lists any more. */
  forget(entity: EntityKey, queries: readonly QueryKey[]): void {
    for (const query of queries) this.reads.delete(addresses.list(entity, query))
  }
}
