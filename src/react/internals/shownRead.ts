import type { Address } from '../../core/address'
import type { ResolutionKey } from '../../core/keys'
import type { AnyRead, ReadDefinition, ThrowingOptions } from '../../resolution/defineRead'
import { isFresh, type ReadFacts } from '../../resolution/readFacts'
import { fetchRead } from '../../resolution/runRead'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { NeededRead } from './selection'
import { readStatus, type ReadStatus } from './status'

/** A read of any kind, as hooks take it. */
export interface ReadOf<Args extends readonly unknown[], Value> extends Pick<AnyRead, 'ask' | 'onError'> {
  readonly facts: (state: EntityState, ...args: Args) => ReadFacts<EntityState>
  readonly select: (state: EntityState, ...args: Args) => Value
}

/**
 * A read that a component shows, of any kind: all that a component has to know of it follows from its definition and its
 * arguments, by the ids that records have now.
 */
export class ShownRead<
  Args extends readonly unknown[] = readonly unknown[],
  Value = unknown,
> implements NeededRead {
  private facts: ReadFacts<EntityState>
  /** The parts of the state that facts are made of. */
  private config: EntityState['config']
  private aliases: EntityState['entities']['aliases']

  /** @throws EntityStoreError as the read itself, for arguments that it can't have. */
  constructor(
    protected readonly store: EntityStore,
    private readonly definition: ReadOf<Args, Value>,
    protected readonly args: Args,
  ) {
    const state = store.getState()
    this.config = state.config
    this.aliases = state.entities.aliases
    this.facts = definition.facts(state, ...args)
  }

  get about(): Address {
    return this.factsIn(this.store.getState()).about
  }

  get waits(): readonly Address[] {
    const { about, alsoAt } = this.factsIn(this.store.getState())
    return alsoAt ? [about, ...alsoAt] : [about]
  }

  /** What names it. */
  get key(): ResolutionKey {
    return this.factsIn(this.store.getState()).question.key
  }

  isNeeded(state: EntityState): boolean {
    return !this.factsIn(state).asksNothing
  }

  isFresh(state: EntityState): boolean {
    return isFresh(state, this.factsIn(state))
  }

  isKnown(state: EntityState): boolean {
    return this.factsIn(state).isKnown?.(state) ?? (this.select(state) ?? undefined) !== undefined
  }

  status(state: EntityState): ReadStatus {
    return readStatus(state, this.factsIn(state), this.isKnown(state))
  }

  /** What the caller of its thunk gets. */
  select(state: EntityState): Value {
    return this.definition.select(state, ...this.args)
  }

  fetch(options: ThrowingOptions): Promise<Value> {
    const read = this.definition as ReadDefinition<EntityState, Args, ReadFacts<EntityState>, Value>
    return this.store.dispatch(fetchRead(read, this.args, options))
  }

  /** Asks again, whatever is known; undefined where that fails, as its status says why. */
  async refetch(): Promise<NonNullable<Value> | undefined> {
    try {
      return (await this.fetch({ force: true })) ?? undefined
    } catch {
      return undefined
    }
  }

  /** What can be said of it by the ids that records have now. */
  factsIn(state: EntityState): ReadFacts<EntityState> {
    const {
      config,
      entities: { aliases },
    } = state
    if (config !== this.config || aliases !== this.aliases) {
      this.config = config
      this.aliases = aliases
      this.facts = this.definition.facts(state, ...this.args)
    }
    return this.facts
  }
}
