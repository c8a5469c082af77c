import { newestAbove, type Address } from '../../core/address'
import type { InvalidatedSeqs } from '../../resolution/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'

/** How a read is asked for; see `ReadOptions`. */
export interface FreshReadOptions {
  /** Aborts when the component goes or asks for something else. */
  readonly signal: AbortSignal
  readonly staleTime?: number
}

/** A read that a component needs for as long as it is on screen. */
export interface NeededRead {
  fetch(options: FreshReadOptions): Promise<unknown>
  /** What it is about, which makes the answer stale. */
  readonly about: Address
  /** Milliseconds after which a known answer is asked for again on mount. */
  readonly staleTime?: number | undefined
  /**
   * Whether the answer is known and fresh, so that nothing has to be asked; without it the read finds that out.
   * @param shown What the component has read of this state, where it has.
   */
  isKnown?(state: EntityState, shown?: object): boolean
}

/** What a component shows, and of which store. */
interface NeedingView {
  readonly provided: { readonly store: EntityStore }
  readonly selection: { readonly needs?: NeededRead | null }
}

/** Asks for what a mounted component needs, and again whenever that goes stale, until the component goes. */
export class NeededRequest {
  private needs: NeededRead | null | undefined
  /** What had gone stale when it was last looked whether the answer still holds. */
  private invalidated: InvalidatedSeqs
  /** There while something is asked. */
  private controller: AbortController | undefined
  private pending = 0

  /**
   * @param view What it is asked for, and what developers' tools know the component by.
   * @param state The state as it is now.
   */
  constructor(
    private readonly view: NeedingView,
    state: EntityState,
  ) {
    this.needs = view.selection.needs
    this.invalidated = invalidatedIn(state)
  }

  /** @param shown What the component has read of this state. */
  begin(state: EntityState, shown: object | undefined): void {
    this.ask(state, this.needs?.staleTime, shown)
  }

  /** Asks again where the answer has gone stale, or where it is known only now what is needed. */
  renew(): void {
    const state = this.store.getState()
    if (this.needs ? this.isStaleSinceAsked(this.needs, state) : this.isNeededNow(state)) this.ask(state)
  }

  end(): void {
    this.controller?.abort()
  }

  private ask(state: EntityState, staleTime?: number, shown?: object): void {
    const { needs } = this
    if (!needs || (staleTime === undefined && needs.isKnown?.(state, shown))) return
    this.controller ??= new AbortController()
    const { signal } = this.controller
    this.pending++
    const settle = () => {
      if (--this.pending === 0) this.controller = undefined
    }
    // Errors stand in the resolution.
    const fetch = () => needs.fetch({ signal, ...(staleTime !== undefined && { staleTime }) })
    const inspector = this.store.inspection?.inspector
    const answer = inspector ? inspector.askedBy(this.view, fetch) : fetch()
    answer.then(settle, settle)
  }

  private isNeededNow(state: EntityState): boolean {
    this.needs = this.view.selection.needs
    if (!this.needs) return false
    this.invalidated = invalidatedIn(state)
    return true
  }

  private isStaleSinceAsked(needs: NeededRead, state: EntityState): boolean {
    const before = this.invalidated
    const now = invalidatedIn(state)
    // Most changes make nothing stale: then it need not be named what it is about.
    if (now === before) return false
    this.invalidated = now
    return newestAbove(now, needs.about) !== newestAbove(before, needs.about)
  }

  private get store(): EntityStore {
    return this.view.provided.store
  }
}

function invalidatedIn({ resolution }: EntityState): InvalidatedSeqs {
  return resolution.invalidatedSeqs
}
