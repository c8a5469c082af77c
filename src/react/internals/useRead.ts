import { useMemo } from 'react'
import type { EntityState } from '../../store/rootReducer'
import type { ProvidedStore } from '../provider/EntityStoreProvider'
import type { Selection } from './selection'
import { ShownRead, type ReadOf } from './shownRead'
import type { ReadStatus } from './status'
import { useView, type ViewOptions } from './view'

/** What a component shows of a read, besides how that stands: the same object for as long as it shows the same. */
export interface ShownFields<Args extends readonly unknown[], Fields extends object> extends Pick<
  Selection<Fields>,
  'fields' | 'off' | 'isNeeded'
> {
  readonly select: (state: EntityState, args: Args, read: ShownRead<Args>) => Fields
}

/** What can be done with a read that is shown. */
export interface ReadFunctions<Value> {
  /** Asks again, whatever is known. Never rejects: undefined where it fails, and the status says why. */
  readonly refetch: () => Promise<NonNullable<Value> | undefined>
}

/**
 * A read of any kind on screen: what it gives, how it stands, and how to ask again, as its definition says. It is asked
 * while the component is there, and again when it goes stale.
 * @param args - Of the thunk, but for its options; the same array for as long as they are the same.
 */
export function useRead<Args extends readonly unknown[], Value, Fields extends object>(
  provided: ProvidedStore,
  read: ReadOf<Args, Value>,
  args: Args,
  shown: ShownFields<Args, Fields>,
  options?: ViewOptions<object>,
): Fields & ReadStatus & ReadFunctions<Value> {
  const { store } = provided
  const selection = useMemo((): Selection<Fields> => {
    const source = new ShownRead(store, read, args)
    const { select, ...rest } = shown
    return {
      ...rest,
      source,
      functions: { refetch: () => source.refetch() },
      read: (state) => select(state, args, source),
    }
  }, [store, read, shown, args])
  return useView(provided, selection, options) as Fields & ReadStatus & ReadFunctions<Value>
}
