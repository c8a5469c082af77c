import { weakMapMemoize } from 'reselect'
import { addresses, type Address } from '../core/address'
import type { Question } from './question'
import type { ResolutionSliceState } from './reducer'
import {
  idle,
  resolved,
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
  /** Of what it consists, each of which knows by itself whether it has to ask. Default: it asks by itself. */
  readonly whole?: WholeRead<State>
}

/** Of what a read consists, and what it comes to. */
export interface WholeRead<State> {
  /** The reads that it is made of, as far as can be told from a state. */
  readonly parts: (state: State) => readonly ReadFacts<State>[]
  /** What it comes to: null while that is not known, undefined where it is about something else now. */
  readonly answer: (state: State) => unknown
}

/** What can be said of a read that is made of others. */
export function wholeFacts<State>(question: Question, whole: WholeRead<State>): ReadFacts<State> {
  return { question, about: addresses.answer(question.key), whole }
}

/** The seq at which what a read gives was last made stale; 0 where it never was. */
export function staleSeqOf<State extends ResolutionSliceState>(
  state: State,
  facts: ReadFacts<State>,
): number {
  const parts = facts.whole?.parts(state) ?? []
  return Math.max(selectStaleSeq(state, facts.about), ...parts.map((part) => staleSeqOf(state, part)))
}

/** The seq of the answer by which a read needs not ask; 0 where it has to. */
export function freshSeqOf<State extends ResolutionSliceState>(
  state: State,
  facts: ReadFacts<State>,
): number {
  const entry = selectStoredResolution(state, facts.question.key)
  const known = facts.knownSeq?.(state) ?? -1
  const answered = entry?.status === 'success' ? entry.answeredSeq : 0
  const isSuperseded = answered > known && facts.isSuperseded?.(state, answered)
  const seq = Math.max(isSuperseded ? 0 : answered, entry?.status === 'error' ? 0 : known)
  return seq > 0 && seq > staleSeqOf(state, facts) ? seq : 0
}

/** Where what is known of a read comes from, and when it came; undefined while nothing is known. */
export function originOf<State extends ResolutionSliceState>(
  state: State,
  facts: ReadFacts<State>,
): Pick<Resolution, 'source' | 'at'> | undefined {
  // What was answered was about another theme.
  if (facts.whole && facts.whole.answer(state) === undefined) return undefined
  const { answeredSeq = 0, answeredAt = 0 } = selectStoredResolution(state, facts.question.key) ?? {}
  const known = facts.knownSeq?.(state) ?? -1
  const answered = answeredAt > 0 ? answeredSeq : -1
  const seq = Math.max(known, answered)
  if (seq < 0) return undefined
  return { source: seq === 0 ? 'kept' : 'server', at: known > answered ? facts.knownAt?.(state) : answeredAt }
}

/** How a read stands, and where what is known of it comes from. */
export function resolutionOf<State extends ResolutionSliceState>(
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

function standingOf<State extends ResolutionSliceState>(state: State, facts: ReadFacts<State>): Resolution {
  const resolution = selectResolutionByKey(state, facts.question.key)
  const { status } = resolution
  if (facts.whole) {
    const answer = facts.whole.answer(state)
    // Its success may have been about another theme.
    if (status === 'success') return answer === undefined ? idle : resolution
    // It finds out only by going through its parts that all is known: nobody has to wait for that.
    return status === 'resolving' && answer !== undefined && answer !== null ? resolved : resolution
  }
  return status === 'idle' && facts.countsWhenKnown && freshSeqOf(state, facts) > 0 ? resolved : resolution
}
