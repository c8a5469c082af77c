import type { AnyRead } from '../resolution/defineRead'
import type { EntityState } from '../store/rootReducer'

/** A selector of the bridge. */
export interface BridgeSelector {
  readonly select: (state: EntityState, ...args: readonly never[]) => unknown
  /** What is given for unknown entities, missing ids and hostile input. */
  readonly nothing: unknown
  /** What it asks for when it is called for the first time. Default: nothing. */
  readonly asks?: MakeRead | undefined
}

/** A read, made from the arguments of a selector. */
export type MakeRead = (...args: readonly never[]) => BridgeRead

/** What a selector asks of Copydesk. */
export interface BridgeRead {
  readonly read: AnyRead
  readonly args: readonly unknown[]
  /** Options besides those that all reads have. Default: none. */
  readonly options?: object
  /**
   * Whether the answer holds through writes of what it is about, as in WordPress's store, whose editors would else ask
   * again after each save. Default false: what Copydesk marks as stale is asked again.
   */
  readonly holdsThroughWrites?: boolean
}

export function selector(
  nothing: unknown,
  select: BridgeSelector['select'],
  asks?: MakeRead,
): BridgeSelector {
  return { select, nothing, asks }
}

/** A selector that asks for what it gives, with the arguments of the read. */
export function reading(
  nothing: unknown,
  read: AnyRead,
  select = read.select as BridgeSelector['select'],
): BridgeSelector {
  return selector(nothing, select, (...args) => ({ read, args }))
}
