import type { Scope } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { changedKeys, getRow, type Table } from '../../core/recordTable'
import { reportErrors } from '../../core/reportErrors'

type Listener = () => void

/** A part of the state to wait for: a scope, and one entry of it or any. */
export type Wait = readonly [scope: Scope, key?: string]

/** Listeners by what they wait for, so that a change wakes only those whom it concerns. */
export interface Subscriptions {
  /** Waits for one entry of a scope, or without a key for any; gives the way out. */
  add(scope: Scope, key: string | undefined, listener: Listener): () => void
  /** The same for several at once, with one way out. */
  addAll(waits: readonly Wait[], listener: Listener): () => void
  /**
   * Wakes everybody whom `gather` names, each once. All are woken, also where one of them throws; errors are reported
   * after the round.
   */
  wake(gather: (round: Round) => void): void
  /** How many subscriptions there are. */
  count(): number
  /** What is waited for in a scope; undefined among it where somebody waits for any entry. */
  keys(scope: Scope): readonly (string | undefined)[]
}

/** Who is to be woken by one change. */
export interface Round {
  /** Everybody who waits for a scope. */
  all(scope: Scope): void
  /** Everybody who waits for a scope that passes a test. */
  allOf(isConcerned: (scope: Scope) => boolean): void
  /** Those who wait for one of these entries, or for any. */
  entries(scope: Scope, keys: readonly string[]): void
  /** Those who wait for an entry that is concerned, or for any. */
  those(scope: Scope, isConcerned: (key: string) => boolean): void
  /** Those who wait for a row that is not the same in two tables, or for any. */
  rows<Row>(scope: Scope, before: Table<Row> | undefined, after: Table<Row> | undefined): void
  /** Those who wait by an id in whose place another one stands now: from now on they wait for that one. */
  renamed(): void
}

/** One who waits for one thing. Linked to its neighbours, so that thousands come and go without a table growing. */
interface Subscription {
  readonly listener: Listener
  /** Undefined once nobody waits any more. */
  waiting: Waiting | undefined
  before: Subscription | undefined
  after: Subscription | undefined
  /** What the same listener waits for besides. */
  readonly other: Subscription | undefined
}

/** All who wait for one thing, in the order in which they came. */
interface Waiting {
  readonly scope: Scope
  readonly key: string | undefined
  first: Subscription | undefined
  last: Subscription | undefined
}

/** Who waits in one scope, by key; who waits for any entry stands under undefined. */
type ByKey = Map<string | undefined, Waiting>

/** Up to so many keys are looked up one by one; for more of them, all that has changed is found out. */
const fewKeys = 20

/**
 * @param onLeave Called when somebody does not wait any more.
 * @param currentKey Gives the key that stands in the place of a local id now, or that id.
 */
export function createSubscriptions(
  onLeave: () => void = () => undefined,
  currentKey: (scope: Scope, local: string) => string = (scope, local) => local,
): Subscriptions {
  const scopes = new Map<Scope, ByKey>()
  /** Who waits by a local id, with that id. */
  const byLocalId = new Map<Subscription, { readonly scope: Scope; readonly local: string }>()
  let count = 0

  function add(scope: Scope, key: string | undefined, listener: Listener): () => void {
    const subscription = subscribe(scope, key, listener)
    return () => leave(subscription)
  }

  // Thousands of components come and go at once, each of which waits for a few things.
  function addAll(waits: readonly Wait[], listener: Listener): () => void {
    let last: Subscription | undefined
    for (const [scope, key] of waits) last = subscribe(scope, key, listener, last)
    return () => {
      for (let each = last; each; each = each.other) leave(each)
    }
  }

  function subscribe(
    scope: Scope,
    key: string | undefined,
    listener: Listener,
    other?: Subscription,
  ): Subscription {
    const subscription = { listener, waiting: undefined, before: undefined, after: undefined, other }
    if (key === undefined || !isLocalId(key)) return join(subscription, scope, key)
    byLocalId.set(subscription, { scope, local: key })
    return join(subscription, scope, currentKey(scope, key))
  }

  function join(subscription: Subscription, scope: Scope, key: string | undefined): Subscription {
    let byKey = scopes.get(scope)
    if (byKey === undefined) scopes.set(scope, (byKey = new Map<string | undefined, Waiting>()))
    let waiting = byKey.get(key)
    if (waiting === undefined) byKey.set(key, (waiting = { scope, key, first: undefined, last: undefined }))
    subscription.waiting = waiting
    subscription.before = waiting.last
    subscription.after = undefined
    if (waiting.last) waiting.last.after = subscription
    else waiting.first = subscription
    waiting.last = subscription
    count++
    return subscription
  }

  function leave(subscription: Subscription): void {
    const { waiting } = subscription
    if (waiting === undefined) return
    if (byLocalId.size > 0) byLocalId.delete(subscription)
    part(waiting, subscription)
    onLeave()
  }

  function part(waiting: Waiting, subscription: Subscription): void {
    subscription.waiting = undefined
    count--
    unlink(waiting, subscription)
    if (waiting.first) return
    const { scope, key } = waiting
    const byKey = scopes.get(scope)
    byKey?.delete(key)
    if (byKey?.size === 0) scopes.delete(scope)
  }

  function wake(gather: (round: Round) => void): void {
    if (count === 0) return
    // Gathered first: who joins or leaves while others are woken must not disturb the round.
    const round: Subscription[] = []
    gather({ ...makeRound(scopes, round), renamed: () => round.push(...moveRenamed()) })
    const woken = new Set<Listener>()
    const errors: unknown[] = []
    for (const subscription of round) {
      const { listener, waiting } = subscription
      if (waiting === undefined || woken.has(listener)) continue
      woken.add(listener)
      try {
        listener()
      } catch (error) {
        errors.push(error)
      }
    }
    reportErrors(errors)
  }

  function moveRenamed(): readonly Subscription[] {
    const moved: Subscription[] = []
    for (const [subscription, { scope, local }] of byLocalId) {
      const { waiting } = subscription
      const key = currentKey(scope, local)
      if (waiting === undefined || waiting.key === key) continue
      part(waiting, subscription)
      moved.push(join(subscription, scope, key))
    }
    return moved
  }

  return {
    add,
    addAll,
    wake,
    count: () => count,
    keys: (name) => [...(scopes.get(name)?.keys() ?? [])],
  }
}

function unlink(waiting: Waiting, { before, after }: Subscription): void {
  if (before) before.after = after
  else waiting.first = after
  if (after) after.before = before
  else waiting.last = before
}

function makeRound(scopes: ReadonlyMap<Scope, ByKey>, round: Subscription[]): Omit<Round, 'renamed'> {
  const take = (waiting: Waiting | undefined) => {
    for (let each = waiting?.first; each; each = each.after) round.push(each)
  }
  const takeEntries = (byKey: ByKey, keys: readonly string[]) => {
    take(byKey.get(undefined))
    for (const key of keys) take(byKey.get(key))
  }
  return {
    all(name) {
      scopes.get(name)?.forEach(take)
    },
    allOf(isConcerned) {
      scopes.forEach((byKey, name) => {
        if (isConcerned(name)) byKey.forEach(take)
      })
    },
    entries(name, keys) {
      const byKey = scopes.get(name)
      if (byKey) takeEntries(byKey, keys)
    },
    those(name, isConcerned) {
      scopes.get(name)?.forEach((waiting, key) => {
        if (key === undefined || isConcerned(key)) take(waiting)
      })
    },
    rows(name, before, after) {
      const byKey = scopes.get(name)
      if (byKey === undefined || before === after) return
      if (byKey.size > fewKeys) return takeEntries(byKey, changedKeys(before, after))
      byKey.forEach((waiting, key) => {
        if (key === undefined || getRow(before, key) !== getRow(after, key)) take(waiting)
      })
    },
  }
}
