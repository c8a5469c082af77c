import { weakMapMemoize } from 'reselect'
import type { Address } from '../core/address'
import type { Question } from './question'
import type { StateWithResolution } from './reducer'
import {
  idle,
  resolved,
  selectHasFailures,
  selectResolutionByKey,
  selectStaleSeq,
  selectStoredResolution,
  type Resolution,
} from './selectors'

/**
 * What can be said of a read without asking: what it asks, what it is about, and how much of that is known. It is said
 * apart from how the server is asked, so that who looks how a read stands does not bring along what asks.
 */
export interface ReadFacts<State> {
  readonly question: Question
  /** What it is about: it is asked again when that went stale since. */
  readonly about: Address
  /** Where else stands what tells of it: who shows it is woken by that, too. Default: nowhere. */
  readonly alsoAt?: readonly Address[]
  /** Whether all of it is known, also by what is no answer. Default: whether the caller gets anything. */
  readonly isKnown?: (state: State) => boolean
  /**
   * The seq of the oldest answer that gives all of what is asked, whatever way it came: 0 where an earlier page has kept it on
   * the device, -1 where none does. Default: none but its own answer.
   */
  readonly knownSeq?: (state: State) => number
  /** When the oldest of those answers came, in milliseconds since 1970; undefined where that is not known. */
  readonly knownAt?: (state: State) => number | undefined
  /** Whether something newer than an answer asked for at `seq` is known: it is asked again, unless all of it is known. */
  readonly isSuperseded?: (state: State, seq: number) => boolean
  /** Whether what came with other answers counts as read, too. Default false. */
  readonly countsWhenKnown?: boolean
  /** Whether there is nothing to ask, as for a record without an id: the caller gets what is known. Default false. */
  readonly asksNothing?: boolean
  /** What can be said of it where it is made of other reads. Default: it asks by itself. */
  readonly whole?: WholeRead<State>
}

/** What can be said of a read that is made of others: see `stepsFacts`. */
export interface WholeRead<State> {
  /** The seq at which one of them was last made stale; 0 where none was. */
  readonly staleSeq: (state: State & StateWithResolution) => number
  /** The seq of the oldest answer among theirs; 0 where one of them has to ask. */
  readonly freshSeq: (state: State & StateWithResolution) => number
  /** Undefined where one of them is not known. */
  readonly origin: (state: State & StateWithResolution) => Origin | undefined
}

/** Where what is known of a read comes from, and when it came. */
export type Origin = Pick<Resolution, 'source' | 'at'>

/** The seq at which what a read gives was last made stale; 0 where it never was. */
export function staleSeqOf<State extends StateWithResolution>(state: State, facts: ReadFacts<State>): number {
  return Math.max(selectStaleSeq(state, facts.about), facts.whole?.staleSeq(state) ?? 0)
}

/** The seq of the oldest answer that gives all of what is asked, whatever way it came; -1 where none does. */
export function knownSeqOf<State>(state: State, facts: ReadFacts<State>): number {
  return facts.knownSeq?.(state) ?? -1
}

/** Whether a read needs not ask. */
export function isFresh<State extends StateWithResolution>(state: State, facts: ReadFacts<State>): boolean {
  // Mostly it is known, and nothing has failed: then the question need not be named.
  if (!facts.whole && knownSeqOf(state, facts) > staleSeqOf(state, facts) && !selectHasFailures(state))
    return true
  return freshSeqOf(state, facts) > 0
}

/** The seq of the answer by which a read needs not ask; 0 where it has to. */
export function freshSeqOf<State extends StateWithResolution>(state: State, facts: ReadFacts<State>): number {
  if (facts.whole) return facts.whole.freshSeq(state)
  const entry = selectStoredResolution(state, facts.question.key)
  const known = knownSeqOf(state, facts)
  const answered = entry?.status === 'success' ? entry.answeredSeq : 0
  const isSuperseded = answered > known && facts.isSuperseded?.(state, answered)
  const seq = Math.max(isSuperseded ? 0 : answered, entry?.status === 'error' ? 0 : known)
  return seq > 0 && seq > staleSeqOf(state, facts) ? seq : 0
}

/** Where what is known of a read comes from, and when it came; undefined while nothing is known. */
export function originOf<State extends StateWithResolution>(
  state: State,
  facts: ReadFacts<State>,
): Origin | undefined {
  if (facts.whole) return facts.whole.origin(state)
  const { answeredSeq = 0, answeredAt = 0 } = selectStoredResolution(state, facts.question.key) ?? {}
  const known = knownSeqOf(state, facts)
  const answered = answeredAt > 0 ? answeredSeq : -1
  const seq = Math.max(known, answered)
  if (seq < 0) return undefined
  return { source: seq === 0 ? 'kept' : 'server', at: known > answered ? facts.knownAt?.(state) : answeredAt }
}

/** Where what several reads give comes from, since the oldest of them; undefined where one of them is not known. */
export function oldestOrigin(origins: readonly (Origin | undefined)[]): Origin | undefined {
  return origins.reduce<Origin | undefined>((one, other) => {
    if (!one || !other) return undefined
    const at = one.at && other.at && Math.min(one.at, other.at)
    return { source: other.source === 'kept' ? 'kept' : one.source, at }
  }, origins[0])
}

/** How a read stands, and where what is known of it comes from. */
export function resolutionOf<State extends StateWithResolution>(
  state: State,
  facts: ReadFacts<State>,
): Resolution {
  const { source, at } = originOf(state, facts) ?? {}
  return withOrigin(standingOf(state, facts), source, at)
}

/** One object for each, for as long as somebody may compare it. */
const withOrigin = /* @__PURE__ */ weakMapMemoize(
  (resolution: Resolution, source: Resolution['source'], at: number | undefined): Resolution => ({
    ...resolution,
    ...(source && { source }),
    ...(at && { at }),
  }),
  { maxSize: 1000 },
)

function standingOf<State extends StateWithResolution>(state: State, facts: ReadFacts<State>): Resolution {
  const resolution = selectResolutionByKey(state, facts.question.key)
  // What it is made of may be other reads by now, such as those of another theme.
  if (facts.whole && resolution.status === 'success' && !originOf(state, facts)) return idle
  const counts = facts.countsWhenKnown || facts.whole !== undefined
  return resolution.status === 'idle' && counts && isFresh(state, facts) ? resolved : resolution
}
