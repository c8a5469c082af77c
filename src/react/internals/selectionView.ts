import type { EntityState } from '../../store/rootReducer'
import type { Wait } from '../../store/subscriptions/keyedSubscriptions'
import type { ProvidedStore } from '../provider/EntityStoreProvider'
import { createResult, type Result, type ResultTarget } from './trackedResult'
import { NeededRequest, type NeededRead } from './neededRead'
import { isStatusField } from './status'

/** What a component shows, how to read it from the state, what it waits for and what it needs from the server. */
export interface Selection<Fields extends object> {
  /** The names of all fields, the same object for all selections of a kind. */
  readonly fields: ReadonlySet<string>
  /** Who waits for a record, a list or a permission is woken when that goes stale, too. */
  readonly waits: readonly Wait[]
  /** The fields; may be getters, as only those are read that a component looks at. */
  read(state: EntityState): Fields
  /**
   * What to ask the server for while it is on screen, and again whenever that goes stale. Null for nothing; looked at
   * again with each change until there is something.
   */
  readonly needs?: NeededRead | null
  /** What a component waits for besides, once it has looked at the status of the read. */
  readonly statusWait?: Wait
  /** What can be done with what is shown, where that goes with the selection. */
  readonly functions?: object
}

/**
 * What one component shows of the store. It remembers which fields the component has looked at, and gives the same
 * result until one of those changes. Thousands of them come on a page at once: there is one object for the view, and
 * one for each result.
 */
export class SelectionView<
  Fields extends object,
  Functions extends object,
  Shown extends Selection<Fields> = Selection<Fields>,
> {
  private current: ResultTarget
  private result: Result<Fields, Functions>
  /** The state that the current result was last compared with. */
  private state: EntityState | undefined
  private fields: Fields | undefined
  private fieldsState: EntityState | undefined
  /** The state of the server's page, until React has taken the page over. */
  private serverState: EntityState | undefined
  /** Whether the component has looked at the status of the read. */
  private showsStatus = false
  /** What the store calls while the component is on screen. */
  private listener: (() => void) | undefined
  private leaveStatus: (() => void) | undefined
  private madeReadOnServer: (() => Result<Fields, Functions>) | undefined

  constructor(
    readonly provided: ProvidedStore,
    readonly selection: Shown,
    private readonly ownFunctions?: Functions,
  ) {
    this.current = { view: this, seen: {} }
    this.result = createResult(this.current)
  }

  get functions(): object | undefined {
    return this.ownFunctions ?? this.selection.functions
  }

  /** The result for the state as it is now: the same one for as long as no field that was looked at changes. */
  readonly read = (): Result<Fields, Functions> => {
    const state = this.now()
    if (state !== this.state) {
      this.state = state
      const { seen } = this.current
      for (const name in seen) {
        if (Object.is(seen[name], this.field(name))) continue
        this.renew(Object.keys(seen))
        break
      }
    }
    return this.result
  }

  /** Lets a developers' tool know that a component renders with this. */
  noteRender(): void {
    this.provided.store.inspection?.inspector?.rendered(this)
  }

  private renew(names: readonly string[]): void {
    this.current = { view: this, seen: {} }
    for (const name of names) this.current.seen[name] = this.field(name)
    this.result = createResult(this.current)
  }

  /** The same for the state that the server rendered the page from, where that is not the store's own. */
  get readOnServer(): () => Result<Fields, Functions> {
    const { getServerState } = this.provided
    if (getServerState === undefined) return this.read
    return (this.madeReadOnServer ??= () => {
      this.serverState = getServerState()
      return this.read()
    })
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    const { selection } = this
    const { store } = this.provided
    this.serverState = undefined
    const state = store.getState()
    const request = new NeededRequest(this, state)
    let shown = this.read()
    const look = () => {
      request.renew()
      const before = shown
      shown = this.read()
      if (shown !== before) onChange()
    }
    // One listener for all: the store wakes it once for what changes at once.
    const leave = store.subscribeToAll(selection.waits, look)
    this.listener = look
    if (this.showsStatus) this.waitForStatus()
    request.begin(state, this.fieldsState === state ? this.fields : undefined)
    // The page is drawn: what was read for it may be forgotten.
    this.fields = undefined
    this.fieldsState = undefined
    return () => {
      leave()
      this.leaveStatus?.()
      this.leaveStatus = undefined
      this.listener = undefined
      request.end()
    }
  }

  /** What only the status depends on wakes a component that is on screen and has looked at it. */
  private waitForStatus(): void {
    const { statusWait } = this.selection
    if (this.listener && statusWait)
      this.leaveStatus ??= this.provided.store.subscribeToAll([statusWait], this.listener)
  }

  /**
   * A field that is looked at for the first time. It may have changed unnoticed since the component rendered, so it is
   * read from the state as it is now.
   */
  look(target: ResultTarget, name: string): unknown {
    const value = this.field(name)
    if (!this.showsStatus && isStatusField(name)) {
      this.showsStatus = true
      this.waitForStatus()
    }
    target.seen[name] = value
    const { seen } = this.current
    if (!(name in seen)) seen[name] = value
    return value
  }

  private field(name: string): unknown {
    const state = this.now()
    if (this.fields === undefined || this.fieldsState !== state) {
      this.fields = this.selection.read(state)
      this.fieldsState = state
    }
    return (this.fields as Record<string, unknown>)[name]
  }

  private now(): EntityState {
    return this.serverState ?? this.provided.store.getState()
  }
}
