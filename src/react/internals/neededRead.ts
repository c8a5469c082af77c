import type { StaleScope } from '../../core/keys'
import { newestInvalidation, type InvalidatedSeqs } from '../../resolution/selectors'
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
  /** What makes the answer stale. */
  readonly scopes: readonly StaleScope[]
  /** Milliseconds after which a known answer is asked for again on mount. */
  readonly staleTime?: number | undefined
  /** Whether the answer is known and fresh, so that nothing has to be asked; without it the read finds that out. */
  isKnown?(state: EntityState): boolean
}

/** Asks for what a mounted component needs, and again whenever that goes stale, until the component goes. */
export class NeededRequest {
  private needs: NeededRead | null | undefined
  /** What had gone stale when it was last looked whether the answer still holds. */
  private invalidated: InvalidatedSeqs
  /** There while something is asked. */
  private controller: AbortController | undefined
  private pending = 0

  constructor(
    private readonly store: EntityStore,
    private readonly selection: { readonly needs?: NeededRead | null },
    /** What it is asked for: what developers' tools know the component by. */
    private readonly view: object,
  ) {
    this.needs = selection.needs
    this.invalidated = this.currentInvalidated()
  }

  begin(): void {
    this.ask(this.needs?.staleTime)
  }

  /** Asks again where the answer has gone stale, or where it is known only now what is needed. */
  renew(): void {
    if (this.needs) {
      if (this.isStaleSinceAsked(this.needs)) this.ask()
      return
    }
    this.needs = this.selection.needs
    if (!this.needs) return
    this.invalidated = this.currentInvalidated()
    this.ask()
  }

  end(): void {
    this.controller?.abort()
  }

  private ask(staleTime?: number): void {
    const { needs } = this
    if (!needs || (staleTime === undefined && needs.isKnown?.(this.store.getState()))) return
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

  private isStaleSinceAsked(needs: NeededRead): boolean {
    const before = this.invalidated
    const now = this.currentInvalidated()
    // Most changes make nothing stale: then the scopes need not be named.
    if (now === before) return false
    const { scopes } = needs
    this.invalidated = now
    return newestInvalidation(now, scopes) !== newestInvalidation(before, scopes)
  }

  private currentInvalidated(): InvalidatedSeqs {
    return this.store.getState().resolution.invalidatedSeqs
  }
}
