import { EntityStoreError } from '../core/errors'
import { addresses } from '../core/address'
import type { ReadDefinition } from '../resolution/defineRead'
import { freshSeqOf, staleSeqOf, type ReadFacts } from '../resolution/readFacts'
import { fetchRead } from '../resolution/runRead'
import { selectStaleSeq } from '../resolution/selectors'
import type { EntityStore } from '../store/createEntityStore'
import type { EntityState } from '../store/rootReducer'
import { createArgumentKeys } from './argumentKeys'
import type { BridgeRead, MakeRead } from './bridgeSelector'
import { finished, resolving, Resolutions, type ResolutionState } from './resolutions'

/** Arguments as they name a resolution, and as the selector is asked. */
export type NormalizeArguments = (selector: string, args: readonly unknown[]) => readonly unknown[]

/** What a resolver works with. */
export interface ResolverOptions {
  readonly store: EntityStore
  /** What a selector asks for; undefined for one that asks for nothing. */
  readonly makeRead: (selector: string) => MakeRead | undefined
  readonly normalize: NormalizeArguments
  /** Called when something was changed by hand. */
  readonly notify: () => void
  /** Called when a read began or ended. */
  readonly notifySoon: () => void
}

/** A read as it is asked. */
type WholeRead = ReadDefinition<EntityState, readonly unknown[], ReadFacts<EntityState>, unknown>

/** Who waits for the answer to one question. */
interface Waiting {
  readonly selector: string
  readonly key: string
  readonly args: readonly unknown[]
  readonly settles: ((state: ResolutionState) => void)[]
}

/** Questions that can't be asked are answered: there is no such entity, or no id yet. */
const unaskable: readonly string[] = [
  'unknown_entity',
  'config_not_loaded',
  'missing_id',
  'invalid_id',
  'invalid_query',
  'invalid_url',
]

/** Asks for what selectors are called for and what is not known, and keeps how each of them stands. */
export class Resolver {
  private readonly keyOf = createArgumentKeys()
  readonly table = new Resolutions(this.keyOf)
  /** What was asked for and begins with the next timeout. */
  private readonly scheduled = new Map<string, readonly [selector: string, args: readonly unknown[]]>()
  private readonly waiting = new Map<string, Waiting>()
  /** How many requests for what was asked are under way. */
  private readonly running = new Map<string, number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private invalidatedSeqs: unknown

  constructor(private readonly options: ResolverOptions) {
    this.invalidatedSeqs = options.store.getState().resolution.invalidatedSeqs
  }

  hasRead(selector: string): boolean {
    return this.options.makeRead(selector) !== undefined
  }

  /** How a selector with its arguments stands: by its own resolution, else by what other answers brought. */
  stateOf(selector: string, given: readonly unknown[]): ResolutionState | undefined {
    const args = this.options.normalize(selector, given)
    return this.look(selector, this.keyOf(args), args)
  }

  /** Called with every call of a selector: asks with the next timeout, unless the answer is known. */
  touch(selector: string, given: readonly unknown[]): void {
    const args = this.options.normalize(selector, given)
    const key = this.keyOf(args)
    if (this.table.get(selector, key) || this.scheduled.has(nameOf(selector, key))) return
    if (this.look(selector, key, args) === undefined) this.schedule(selector, key, args)
  }

  /** Resolves once what a selector asks for is known; whatever is invalidated meanwhile. */
  wait(selector: string, given: readonly unknown[]): Promise<ResolutionState> {
    const args = this.options.normalize(selector, given)
    const key = this.keyOf(args)
    const state = this.look(selector, key, args)
    if (state && state.status !== 'resolving') return Promise.resolve(state)
    if (state === undefined) this.schedule(selector, key, args)
    return new Promise((resolve) => {
      const name = nameOf(selector, key)
      const waiting = this.waiting.get(name)
      if (waiting) waiting.settles.push(resolve)
      else this.waiting.set(name, { selector, key, args, settles: [resolve] })
    })
  }

  /** Puts a resolution in by hand, of whatever name. */
  put(selector: string, given: readonly unknown[], state: ResolutionState): void {
    const args = this.options.normalize(selector, given)
    const key = this.keyOf(args)
    const staleSince = this.staleSince(this.readOf(selector, args))
    this.table.set({ selector, key, args, state, staleSince, run: undefined })
    if (state.status !== 'resolving') this.settle(selector, key, state)
    this.options.notify()
  }

  invalidate(selector: string, given: readonly unknown[]): void {
    const args = this.options.normalize(selector, given)
    this.table.invalidate(selector, this.keyOf(args), this.nextSeq())
    this.options.notify()
    this.askForThoseWhoWait()
  }

  invalidateSelector(selector: string): void {
    this.table.invalidateSelector(selector, this.nextSeq())
    this.options.notify()
    this.askForThoseWhoWait()
  }

  invalidateAll(): void {
    this.table.invalidateAll(this.nextSeq())
    this.options.notify()
    this.askForThoseWhoWait()
  }

  /** Forgets what has grown stale; called with every change of the state. */
  followState(): void {
    const { invalidatedSeqs } = this.options.store.getState().resolution
    if (invalidatedSeqs === this.invalidatedSeqs) return
    this.invalidatedSeqs = invalidatedSeqs
    this.table.forEach(({ selector, key, args, state, staleSince }) => {
      if (state.status === 'resolving') return
      if (this.staleSince(this.readOf(selector, args)) > staleSince) this.table.remove(selector, key)
    })
  }

  private look(selector: string, key: string, args: readonly unknown[]): ResolutionState | undefined {
    const entry = this.table.get(selector, key)
    if (entry) return entry.state
    const read = this.readOf(selector, args)
    const since = this.table.invalidatedSince(selector, key)
    if (read === undefined || !this.isKnown(read, since)) return undefined
    // Known by other answers: looked up once, then as if it had been asked itself.
    this.table.set({
      selector,
      key,
      args,
      state: finished,
      staleSince: this.staleSince(read),
      run: undefined,
    })
    return finished
  }

  private schedule(selector: string, key: string, args: readonly unknown[]): void {
    const name = nameOf(selector, key)
    if (this.scheduled.has(name)) return
    this.scheduled.set(name, [selector, args])
    this.timer ??= setTimeout(() => this.begin(), 0)
  }

  /** Begins with all that was asked for since the last time. */
  private begin(): void {
    this.timer = undefined
    const all = [...this.scheduled.values()]
    this.scheduled.clear()
    for (const [selector, args] of all) {
      const key = this.keyOf(args)
      const state = this.look(selector, key, args)
      if (state === undefined) this.ask(selector, key, args)
      else if (state.status !== 'resolving') this.settle(selector, key, state)
    }
    this.options.notifySoon()
  }

  private ask(selector: string, key: string, args: readonly unknown[]): void {
    const name = nameOf(selector, key)
    const run = {}
    const read = this.readOf(selector, args)
    const begun = this.staleSince(read)
    // What has grown stale since is read anew by itself.
    const force = this.table.invalidatedSince(selector, key) > begun
    this.table.set({ selector, key, args, state: resolving, staleSince: begun, run })
    this.running.set(name, (this.running.get(name) ?? 0) + 1)
    const end = (state: ResolutionState) => {
      const others = (this.running.get(name) ?? 1) - 1
      if (others > 0) this.running.set(name, others)
      else this.running.delete(name)
      if (this.table.get(selector, key)?.run === run) {
        const staleSince = this.staleSince(read)
        // What grew stale while its answer was taken in is asked for again.
        const isStale = state === finished && staleSince > begun && !(read && this.isKnown(read))
        if (isStale) this.table.remove(selector, key)
        else this.table.set({ selector, key, args, state, staleSince, run })
      }
      this.settle(selector, key, state)
      this.options.notifySoon()
    }
    this.send(selector, args, read, force).then(
      () => end(finished),
      (error: unknown) => end(isUnaskable(error) ? finished : { status: 'error', error }),
    )
  }

  private async send(
    selector: string,
    args: readonly unknown[],
    read: BridgeRead | undefined,
    force: boolean,
  ): Promise<unknown> {
    // Where no read can be made of the arguments, making it says why.
    const made = read ?? this.options.makeRead(selector)?.(...(args as never[]))
    if (made === undefined) return undefined
    return this.options.store.dispatch(
      fetchRead(made.read as WholeRead, made.args, { ...made.options, force }),
    )
  }

  private nextSeq(): number {
    return this.options.store.dispatch((dispatch, getState, { nextSeq }) => nextSeq())
  }

  private settle(selector: string, key: string, state: ResolutionState): void {
    const name = nameOf(selector, key)
    const waiting = this.waiting.get(name)
    if (waiting === undefined) return
    this.waiting.delete(name)
    for (const settle of waiting.settles) settle(state)
  }

  /** Who waits for what was put in by hand as resolving, and was then invalidated, would wait for ever. */
  private askForThoseWhoWait(): void {
    for (const [name, { selector, key, args }] of this.waiting) {
      if (!this.running.has(name) && this.table.get(selector, key) === undefined)
        this.schedule(selector, key, args)
    }
  }

  private readOf(selector: string, args: readonly unknown[]): BridgeRead | undefined {
    try {
      return this.options.makeRead(selector)?.(...(args as never[]))
    } catch {
      return undefined
    }
  }

  private staleSince(read: BridgeRead | undefined): number {
    try {
      if (read === undefined) return 0
      const state = this.options.store.getState()
      return read.holdsThroughWrites
        ? selectStaleSeq(state, addresses.everything)
        : staleSeqOf(state, factsOf(state, read))
    } catch {
      return 0
    }
  }

  /** Whether an answer holds, to a request of after a sequence number. */
  private isKnown(read: BridgeRead, since = 0): boolean {
    try {
      const state = this.options.store.getState()
      return freshSeqOf(state, factsOf(state, read)) > since
    } catch {
      return false
    }
  }
}

function factsOf(state: EntityState, { read, args }: BridgeRead): ReadFacts<EntityState> {
  return (read as WholeRead).facts(state, ...args)
}

function nameOf(selector: string, key: string): string {
  return `${selector} ${key}`
}

function isUnaskable(error: unknown): boolean {
  return error instanceof EntityStoreError && unaskable.includes(error.code)
}
