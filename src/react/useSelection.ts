import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Scope } from '../keys'
import type { EntityStore } from '../store/createEntityStore'
import type { EntityState } from '../store/rootReducer'

/** A part of the state to wait for: a scope, and one entry of it or any. */
export type Wait = readonly [scope: Scope, key?: string]

/** What a component shows, how to read it from the state, and what it has to wait for. */
export interface Selection<Fields extends object> {
  readonly waits: readonly Wait[]
  readonly read: (state: EntityState) => Fields
}

/**
 * Fields read from the state. The component renders again only when a field changes that it has looked at; which ones
 * those are is found out by handing them out through getters.
 * @param selection Must be memoised: another object is another selection.
 */
export function useSelection<Fields extends object>(
  store: EntityStore,
  selection: Selection<Fields>,
): Fields {
  const [watched] = useState(() => new Set<keyof Fields>())
  const view = useMemo(() => makeView(store, selection, watched), [store, selection, watched])
  const fields = useSyncExternalStore(view.subscribe, view.read, view.read)
  return useMemo(() => trackedFields(fields, watched), [fields, watched])
}

function makeView<Fields extends object>(
  store: EntityStore,
  selection: Selection<Fields>,
  watched: ReadonlySet<keyof Fields>,
) {
  let state: EntityState | undefined
  let fields: Fields | undefined

  function read(): Fields {
    const now = store.getState()
    if (fields !== undefined && state === now) return fields
    const fresh = selection.read(now)
    state = now
    fields =
      fields !== undefined && isSame(fields, fresh, Object.keys(fresh) as (keyof Fields)[]) ? fields : fresh
    return fields
  }

  function subscribe(onChange: () => void): () => void {
    let shown = read()
    const wake = () => {
      const before = shown
      shown = read()
      if (before !== shown && !isSame(before, shown, [...watched])) onChange()
    }
    const leave = selection.waits.map(([scope, key]) => store.subscribeTo(scope, key, wake))
    return () => {
      for (const out of leave) out()
    }
  }

  return { read, subscribe }
}

function isSame<Fields extends object>(
  one: Fields,
  other: Fields,
  names: readonly (keyof Fields)[],
): boolean {
  return names.every((name) => Object.is(one[name], other[name]))
}

function trackedFields<Fields extends object>(fields: Fields, used: Set<keyof Fields>): Fields {
  const tracked = {} as Fields
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    Object.defineProperty(tracked, name, {
      enumerable: true,
      get: () => {
        used.add(name)
        return fields[name]
      },
    })
  }
  return tracked
}
