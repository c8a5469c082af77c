import { useMemo, useSyncExternalStore } from 'react'
import { newestAbove, type Address } from '../../core/address'
import type { InvalidatedSeqs } from '../../resolution/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { ProvidedStore } from '../provider/EntityStoreProvider'
import type { Selection } from './selection'
import { idleStatus, isStatusField, type ReadStatus } from './status'

/** How a component shows what it has selected. */
export interface ViewOptions<Functions extends object> {
  /** Whether to ask the server, and to show what is there. Default true. */
  readonly isEnabled?: boolean
  /** Milliseconds after which a known answer is asked for again on mount. Default: never. */
  readonly staleTime?: number | undefined
  /** What can be done with what is shown. Default: what the selection says. */
  readonly functions?: Functions
}

/**
 * Fields of the state, with functions beside them. The component renders again only when a field changes that it has
 * looked at.
 * @param provided - Handed on by the hook: React compares each context that a component has read, and as often as that was.
 * @param selection - Must be memoised, as must the functions: another object is another selection.
 */
export function useView<Fields extends object, Functions extends object = object>(
  provided: ProvidedStore,
  selection: Selection<Fields>,
  { isEnabled = true, staleTime, functions }: ViewOptions<Functions> = {},
): Fields & Functions {
  const view = useMemo(
    () => new View(provided, selection, isEnabled, staleTime, functions),
    [provided, selection, isEnabled, staleTime, functions],
  )
  provided.store.inspection?.inspector?.rendered(view)
  return useSyncExternalStore(view.subscribe, view.read, view.readOnServer) as Fields & Functions
}

/** The fields that a component has looked at in a result, as they were then. */
type Seen = Record<PropertyKey, unknown>

/** What a component asks the server, while that is under way. */
interface Asking {
  readonly controller: AbortController
  pending: number
}

/**
 * What one component shows of the store, and what it asks for while it is on screen. It remembers which fields the
 * component has looked at, and gives the same result until one of those changes.
 *
 * A result is a proxy, whose fields are noted when they are looked at, and the view is the handler of its results: getters
 * on a prototype would be lost to `{ ...result }`.
 */
class View<Fields extends object> implements ProxyHandler<Seen> {
  private seen: Seen = {}
  private result = new Proxy(this.seen, this)
  /** The state that the current result was last compared with. */
  private state: EntityState | undefined
  /** What was read last, and of which state. */
  private fields: Fields | undefined
  private status: ReadStatus | undefined
  private fieldsState: EntityState | undefined
  /** The state of the server's page, until React has taken the page over. */
  private serverState: EntityState | undefined
  private madeReadOnServer: (() => object) | undefined
  /** What was asked for, or needed not be asked; undefined while nothing is needed. */
  private asked: Address | undefined
  /** What had gone stale when it was last looked whether the answer still holds. */
  private invalidated: InvalidatedSeqs | undefined
  private asking: Asking | undefined

  constructor(
    private readonly provided: ProvidedStore,
    private readonly selection: Selection<Fields>,
    private readonly isEnabled: boolean,
    private readonly staleTime: number | undefined,
    private readonly ownFunctions: object | undefined,
  ) {}

  /** The result for the state as it is now: the same one for as long as no field that was looked at changes. */
  readonly read = (): object => {
    const state = this.now()
    if (state !== this.state) {
      this.state = state
      const { seen } = this
      for (const name in seen) {
        if (Object.is(seen[name], this.field(name))) continue
        this.renew(Object.keys(seen))
        break
      }
    }
    return this.result
  }

  /** The same for the state that the server rendered the page from, where that is not the store's own. */
  get readOnServer(): () => object {
    const { getServerState } = this.provided
    if (getServerState === undefined) return this.read
    return (this.madeReadOnServer ??= () => {
      this.serverState = getServerState()
      return this.read()
    })
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    const { store } = this.provided
    this.serverState = undefined
    const state = store.getState()
    let shown = this.read()
    const look = () => {
      this.askAgain()
      const before = shown
      shown = this.read()
      if (shown !== before) onChange()
    }
    // One listener for all: the store wakes it once for what changes at once.
    const { waits = this.selection.source?.waits ?? [] } = this.selection
    const leave = store.subscribeToAll(waits, look)
    this.invalidated = state.resolution.invalidatedSeqs
    this.ask(state, this.staleTime)
    // The page is drawn: what was read for it may be forgotten.
    this.selection.forget?.()
    this.forget()
    return () => {
      leave()
      this.asking?.controller.abort()
      this.asking = undefined
    }
  }

  // What a result answers, as a proxy.

  get(seen: Seen, name: PropertyKey): unknown {
    if (!this.isField(name)) return this.functionOf(name)
    const value = seen[name]
    return value === undefined && !(name in seen) ? this.look(seen, name) : value
  }

  has(_: Seen, name: PropertyKey): boolean {
    return this.isField(name) || this.functionOf(name) !== undefined
  }

  ownKeys(): string[] {
    return [...Object.keys(this.functions ?? {}), ...this.selection.fields]
  }

  getOwnPropertyDescriptor(seen: Seen, name: PropertyKey): PropertyDescriptor | undefined {
    const isOwn = this.isField(name) || Object.hasOwn(this.functions ?? {}, name)
    return isOwn
      ? { value: this.get(seen, name), enumerable: true, configurable: true, writable: false }
      : undefined
  }

  // Nobody changes what a hook gives: an assignment throws, as to a field with a getter alone.
  set(): boolean {
    return false
  }

  defineProperty(): boolean {
    return false
  }

  deleteProperty(): boolean {
    return false
  }

  private isField(name: PropertyKey): name is string {
    return typeof name === 'string' && this.selection.fields.has(name)
  }

  private get functions(): object | undefined {
    return this.ownFunctions ?? this.selection.functions
  }

  private functionOf(name: PropertyKey): unknown {
    return (this.functions as Record<PropertyKey, unknown> | undefined)?.[name]
  }

  /**
   * A field that is looked at for the first time. It may have changed unnoticed since the component rendered, so it is
   * read from the state as it is now.
   */
  private look(seen: Seen, name: string): unknown {
    const value = this.field(name)
    seen[name] = value
    if (!(name in this.seen)) this.seen[name] = value
    return value
  }

  private renew(names: readonly string[]): void {
    this.seen = {}
    for (const name of names) this.seen[name] = this.field(name)
    this.result = new Proxy(this.seen, this)
  }

  private field(name: string): unknown {
    const state = this.now()
    if (state !== this.fieldsState) this.forget()
    this.fieldsState = state
    const { selection, isEnabled } = this
    // A part of a record may have an error of its own, and no status.
    if (selection.source && isStatusField(name) && selection.fields.has('status'))
      return (this.status ??= isEnabled ? selection.source.status(state) : idleStatus)[name]
    this.fields ??= isEnabled || selection.off === undefined ? selection.read(state) : selection.off
    return (this.fields as Seen)[name]
  }

  private forget(): void {
    this.fields = undefined
    this.status = undefined
    this.fieldsState = undefined
  }

  private now(): EntityState {
    return this.serverState ?? this.provided.store.getState()
  }

  /** Asks again where the answer has gone stale, or stands elsewhere, or where it is known only now what is needed. */
  private askAgain(): void {
    const state = this.provided.store.getState()
    const { invalidated: before, asked } = this
    const now = state.resolution.invalidatedSeqs
    this.invalidated = now
    // Most changes make nothing stale.
    const isAsked = asked !== undefined && asked === this.selection.source?.about
    if (isAsked && (!before || now === before || newestAbove(now, asked) === newestAbove(before, asked)))
      return
    this.ask(state)
  }

  private ask(state: EntityState, staleTime?: number): void {
    const { isEnabled, selection } = this
    const { source } = selection
    if (!isEnabled || !source?.isNeeded(state) || selection.isNeeded?.(state) === false) return
    this.asked = source.about
    if (staleTime === undefined && source.isFresh(state)) return
    const asking = (this.asking ??= { controller: new AbortController(), pending: 0 })
    const { signal } = asking.controller
    asking.pending++
    const settle = () => {
      if (--asking.pending === 0 && this.asking === asking) this.asking = undefined
    }
    // Errors stand in the resolution.
    const fetch = () => source.fetch({ signal, ...(staleTime !== undefined && { staleTime }) })
    const inspector = this.provided.store.inspection?.inspector
    const answer = inspector ? inspector.askedBy(this, fetch) : fetch()
    answer.then(settle, settle)
  }
}
