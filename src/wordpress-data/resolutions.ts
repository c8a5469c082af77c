import type { ArgumentsKey } from './argumentKeys'

/** How the resolution of a selector with its arguments stands, as `@wordpress/data` has it. */
export interface ResolutionState {
  readonly status: 'resolving' | 'finished' | 'error'
  /** What was thrown, when the status is `error`. */
  readonly error?: unknown
}

/** One resolution of a selector. */
export interface Entry {
  readonly selector: string
  readonly key: string
  readonly args: readonly unknown[]
  readonly state: ResolutionState
  /** When answers to what it asked were last made stale, as it was known when it was asked. */
  readonly staleSince: number
  /** Tells the run that made it from later ones; undefined where it was put in by hand, or came with other answers. */
  readonly run: object | undefined
}

export const resolving: ResolutionState = Object.freeze({ status: 'resolving' })
export const finished: ResolutionState = Object.freeze({ status: 'finished' })

/** How many resolutions stand how; a status that none has is absent. */
export type StatusCounts = { readonly [Status in ResolutionState['status']]?: number }

/** The resolutions of one selector, for who walks through them. */
export interface CachedResolutions {
  readonly size: number
  readonly forEach: (callback: (state: ResolutionState, args: readonly unknown[]) => void) => void
  readonly get: (args: readonly unknown[]) => ResolutionState | undefined
  readonly has: (args: readonly unknown[]) => boolean
}

/** The table of resolutions of one store: selectors by name, in them what was asked by its arguments. */
export class Resolutions {
  private readonly bySelector = new Map<string, Map<string, Entry>>()
  /** Since when only newer answers count, as it was invalidated by hand: by selector and arguments, by selector, of all. */
  private readonly invalidated = new Map<string, Map<string, number>>()
  private readonly invalidatedSelectors = new Map<string, number>()
  private allInvalidatedSince = 0
  private readonly counts = { resolving: 0, finished: 0, error: 0 }
  private shownCounts: StatusCounts | undefined
  private shownResolvers: { readonly [selector: string]: CachedResolutions } | undefined

  constructor(private readonly keyOf: ArgumentsKey) {}

  get(selector: string, key: string): Entry | undefined {
    return this.bySelector.get(selector)?.get(key)
  }

  set(entry: Entry): void {
    const { selector, key, state } = entry
    let entries = this.bySelector.get(selector)
    if (entries === undefined) {
      entries = new Map<string, Entry>()
      this.bySelector.set(selector, entries)
    }
    const before = entries.get(key)
    if (before?.state.status !== state.status) {
      if (before) this.counts[before.state.status]--
      this.counts[state.status]++
      this.shownCounts = undefined
    }
    if (before === undefined) this.shownResolvers = undefined
    entries.set(key, entry)
    this.invalidated.get(selector)?.delete(key)
  }

  /** Takes an entry out; whether there was one. */
  remove(selector: string, key: string): boolean {
    const entries = this.bySelector.get(selector)
    const entry = entries?.get(key)
    if (entry === undefined) return false
    entries?.delete(key)
    this.counts[entry.state.status]--
    this.shownCounts = undefined
    this.shownResolvers = undefined
    return true
  }

  /** Takes an entry out: answers to requests of before a sequence number don't bring it back. */
  invalidate(selector: string, key: string, seq: number): void {
    this.remove(selector, key)
    let keys = this.invalidated.get(selector)
    if (keys === undefined) this.invalidated.set(selector, (keys = new Map<string, number>()))
    keys.set(key, seq)
  }

  invalidateSelector(selector: string, seq: number): void {
    for (const key of [...(this.bySelector.get(selector)?.keys() ?? [])]) this.remove(selector, key)
    this.invalidatedSelectors.set(selector, seq)
  }

  invalidateAll(seq: number): void {
    for (const selector of this.bySelector.keys()) this.invalidateSelector(selector, seq)
    this.allInvalidatedSince = seq
  }

  /** The sequence number at which something was last invalidated by hand; 0 where it was not, or was asked since. */
  invalidatedSince(selector: string, key: string): number {
    return Math.max(
      this.allInvalidatedSince,
      this.invalidatedSelectors.get(selector) ?? 0,
      this.invalidated.get(selector)?.get(key) ?? 0,
    )
  }

  forEach(callback: (entry: Entry) => void): void {
    for (const entries of this.bySelector.values()) for (const entry of [...entries.values()]) callback(entry)
  }

  hasResolving(): boolean {
    return this.counts.resolving > 0
  }

  /** How many resolutions stand how; the same object while that does not change. */
  countByStatus(): StatusCounts {
    return (this.shownCounts ??= Object.freeze(
      Object.fromEntries(Object.entries(this.counts).filter(([, count]) => count > 0)),
    ))
  }

  /** The resolutions by selector; the same object while none comes or goes. */
  cached(): { readonly [selector: string]: CachedResolutions } {
    return (this.shownResolvers ??= Object.freeze(
      Object.fromEntries(
        [...this.bySelector]
          .filter(([, entries]) => entries.size > 0)
          .map(([selector, entries]) => [selector, cachedOf(entries, this.keyOf)]),
      ),
    ))
  }
}

function cachedOf(entries: ReadonlyMap<string, Entry>, keyOf: ArgumentsKey): CachedResolutions {
  return {
    get size() {
      return entries.size
    },
    // Who walks may invalidate what it meets.
    forEach: (callback) => {
      for (const { state, args } of [...entries.values()]) callback(state, args)
    },
    get: (args) => entries.get(keyOf(args))?.state,
    has: (args) => entries.has(keyOf(args)),
  }
}
