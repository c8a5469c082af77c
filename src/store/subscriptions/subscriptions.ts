import { addresses, isWithin, splitAddress, type Address } from '../../core/address'
import { hasLocalId } from '../../core/localId'
import { changedKeys, getRow, type Table } from '../../core/recordTable'
import { reportErrors } from '../../core/reportErrors'

type Listener = () => void

/** Listeners by the addresses that they wait for, so that a change wakes only those whom it concerns. */
export interface Subscriptions {
  /** Waits for what stands at some addresses; gives the way out. */
  add(waited: readonly Address[], listener: Listener): () => void
  /**
   * Wakes everybody whom `gather` names, each once. All are woken, also where one of them throws; errors are reported
   * after the round.
   */
  wake(gather: (round: Round) => void): void
  /** How many subscriptions there are. */
  count(): number
  /** The addresses that somebody waits for. */
  addresses(): Address[]
}

/** Who is to be woken by one change. Who waits for what stands right above that is woken, too. */
export interface Round {
  everyone(): void
  at(address: Address): void
  /** Everybody who waits for an address or for what is below it. */
  below(address: Address): void
  /** Those below an address whose key is concerned. */
  those(parent: Address, isConcerned: (key: string) => boolean): void
  /** Those below an address whose row is not the same in two tables. */
  rows<Row>(parent: Address, before: Table<Row> | undefined, after: Table<Row> | undefined): void
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

/** All who wait for one address, in the order in which they came. */
interface Waiting {
  readonly address: Address
  first: Subscription | undefined
  last: Subscription | undefined
}

/** Who waits for what stands right below an address, by key. */
type ByKey = Map<string, Waiting>

/** Up to so many keys are looked up one by one; for more of them, all that has changed is found out. */
const fewKeys = 20

/**
 * @param onLeave Called when somebody does not wait any more.
 * @param currentAddress Where stands now what has a local id in its address, or where it stood.
 */
export function createSubscriptions(
  onLeave: () => void = () => undefined,
  currentAddress: (local: Address) => Address = (local) => local,
): Subscriptions {
  const byParent = new Map<Address, ByKey>()
  /** Who waits for something with a local id in its address, with where that stood. */
  const byLocalId = new Map<Subscription, Address>()
  let count = 0

  // Thousands of components come and go at once.
  function add(waited: readonly Address[], listener: Listener): () => void {
    let last: Subscription | undefined
    for (const address of waited) last = subscribe(address, listener, last)
    return () => {
      for (let each = last; each; each = each.other) leave(each)
    }
  }

  function subscribe(address: Address, listener: Listener, other: Subscription | undefined): Subscription {
    const subscription = { listener, waiting: undefined, before: undefined, after: undefined, other }
    const [parent, key] = splitAddress(address)
    if (!hasLocalId(address)) return join(subscription, address, parent, key)
    byLocalId.set(subscription, address)
    return joinAt(subscription, currentAddress(address))
  }

  function joinAt(subscription: Subscription, address: Address): Subscription {
    return join(subscription, address, ...splitAddress(address))
  }

  function join(subscription: Subscription, address: Address, parent: Address, key: string): Subscription {
    let byKey = byParent.get(parent)
    if (byKey === undefined) byParent.set(parent, (byKey = new Map<string, Waiting>()))
    let waiting = byKey.get(key)
    if (waiting === undefined) byKey.set(key, (waiting = { address, first: undefined, last: undefined }))
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
    const [parent, key] = splitAddress(waiting.address)
    const byKey = byParent.get(parent)
    byKey?.delete(key)
    if (byKey?.size === 0) byParent.delete(parent)
  }

  function wake(gather: (round: Round) => void): void {
    if (count === 0) return
    // Gathered first: who joins or leaves while others are woken must not disturb the round.
    const round: Subscription[] = []
    gather({ ...makeRound(byParent, round), renamed: () => round.push(...moveRenamed()) })
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
    for (const [subscription, local] of byLocalId) {
      const { waiting } = subscription
      const address = currentAddress(local)
      if (waiting === undefined || waiting.address === address) continue
      part(waiting, subscription)
      moved.push(joinAt(subscription, address))
    }
    return moved
  }

  return {
    add,
    wake,
    count: () => count,
    addresses: () =>
      [...byParent.values()].flatMap((byKey) => [...byKey.values()].map(({ address }) => address)),
  }
}

function unlink(waiting: Waiting, { before, after }: Subscription): void {
  if (before) before.after = after
  else waiting.first = after
  if (after) after.before = before
  else waiting.last = before
}

function makeRound(byParent: ReadonlyMap<Address, ByKey>, round: Subscription[]): Omit<Round, 'renamed'> {
  const take = (waiting: Waiting | undefined) => {
    for (let each = waiting?.first; each; each = each.after) round.push(each)
  }
  const takeAt = (address: Address) => {
    const [parent, key] = splitAddress(address)
    take(byParent.get(parent)?.get(key))
    return parent
  }
  const everyone = () => byParent.forEach((byKey) => byKey.forEach(take))
  return {
    everyone,
    at: (address) => void takeAt(takeAt(address)),
    below(address) {
      if (address === addresses.everything) return everyone()
      takeAt(takeAt(address))
      byParent.forEach((byKey, parent) => {
        if (isWithin(parent, address)) byKey.forEach(take)
      })
    },
    those(parent, isConcerned) {
      takeAt(parent)
      byParent.get(parent)?.forEach((waiting, key) => {
        if (isConcerned(key)) take(waiting)
      })
    },
    rows(parent, before, after) {
      if (before === after) return
      takeAt(parent)
      const byKey = byParent.get(parent)
      if (byKey === undefined) return
      if (byKey.size > fewKeys) changedKeys(before, after).forEach((key) => take(byKey.get(key)))
      else
        byKey.forEach((waiting, key) => {
          if (getRow(before, key) !== getRow(after, key)) take(waiting)
        })
    },
  }
}
