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

/** Calls back on any of the waits; gives the way out. */
export function waitFor(store: EntityStore, waits: readonly Wait[], listener: () => void): () => void {
  const leave = waits.map(([scope, key]) => store.subscribeTo(scope, key, listener))
  return () => leave.forEach((out) => out())
}

/**
 * Fields read from the state, with functions beside them. The component renders again only when a field changes that
 * it has looked at; which ones those are is found out by handing them out through getters.
 * @param selection Must be memoised, as must the functions: another object is another selection.
 */
export function useSelection<Fields extends object, Functions extends object>(
  store: EntityStore,
  selection: Selection<Fields>,
  functions?: Functions,
): Fields & Functions {
  const [watched] = useState(() => new Set<keyof Fields>())
  const view = useMemo(() => makeView(store, selection, watched), [store, selection, watched])
  const fields = useSyncExternalStore(view.subscribe, view.read, view.read)
  return useMemo(() => handedOut(fields, view.read, watched, functions), [fields, view, watched, functions])
}

function makeView<Fields extends object>(
  store: EntityStore,
  { read: readFields, waits }: Selection<Fields>,
  watched: ReadonlySet<keyof Fields>,
) {
  let state: EntityState | undefined
  let fields: Fields | undefined

  function read(): Fields {
    const now = store.getState()
    if (fields === undefined || state !== now) {
      const fresh = readFields(now)
      if (!fields || !isSame(fields, fresh, Object.keys(fresh) as (keyof Fields)[])) fields = fresh
      state = now
    }
    return fields
  }

  function subscribe(onChange: () => void): () => void {
    let shown = read()
    return waitFor(store, waits, () => {
      const before = shown
      shown = read()
      if (!isSame(before, shown, [...watched])) onChange()
    })
  }

  return { read, subscribe }
}

function isSame<Fields extends object>(
  one: Fields,
  other: Fields,
  names: readonly (keyof Fields)[],
): boolean {
  return one === other || names.every((name) => Object.is(one[name], other[name]))
}

/**
 * The functions, and the fields as getters that note who is looked at. A field that nobody has looked at before may
 * have changed unnoticed since the component rendered, so its first look goes to the state.
 */
function handedOut<Fields extends object, Functions extends object>(
  fields: Fields,
  read: () => Fields,
  watched: Set<keyof Fields>,
  functions: Functions | undefined,
): Fields & Functions {
  const seen: Partial<Fields> = {}
  const result = { ...functions }
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    Object.defineProperty(result, name, {
      enumerable: true,
      get: () => {
        if (!(name in seen)) seen[name] = (watched.has(name) ? fields : read())[name]
        watched.add(name)
        return seen[name]
      },
    })
  }
  return result as Fields & Functions
}
