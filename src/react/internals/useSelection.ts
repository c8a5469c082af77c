import { useMemo, useState, useSyncExternalStore } from 'react'
import { remembered } from '../../core/companions'
import { scope, type Scope, type StaleScope } from '../../core/keys'
import { selectInvalidatedSeq } from '../../resolution/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'

/** A part of the state to wait for: a scope, and one entry of it or any. */
export type Wait = readonly [scope: Scope, key?: string]

/** How a read is asked for; see `ReadOptions`. */
export interface FreshReadOptions {
  /** Aborts when the component goes or asks for something else. */
  readonly signal: AbortSignal
  readonly staleTime?: number
}

/** A read that a component needs for as long as it is on screen. */
export interface NeededRead {
  readonly fetch: (options: FreshReadOptions) => Promise<unknown>
  /** What makes the answer stale. */
  readonly scopes: readonly StaleScope[]
  /** Milliseconds after which a known answer is asked for again on mount. */
  readonly staleTime?: number | undefined
}

/** What a component shows, how to read it from the state, what it waits for and what it needs from the server. */
export interface Selection<Fields extends object> {
  /** What makes the needed read stale is waited for besides. */
  readonly waits: readonly Wait[]
  readonly read: (state: EntityState) => Fields
  /**
   * What to ask the server for while it is on screen, and again whenever that goes stale. Null for nothing; looked at
   * again with each change until there is something.
   */
  readonly needs?: NeededRead | null
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
  selection: Selection<Fields>,
  watched: ReadonlySet<keyof Fields>,
) {
  const { read: readFields, waits } = selection
  let needs: NeededRead | null | undefined
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
    const controller = new AbortController()
    const invalidatedSeq = () =>
      (needs ??= selection.needs) ? selectInvalidatedSeq(store.getState(), needs.scopes) : undefined
    const ask = (options?: object) => {
      // Errors stand in the resolution.
      needs?.fetch({ signal: controller.signal, ...options }).catch(() => undefined)
    }
    let asked = invalidatedSeq()
    let shown = read()
    let followed: readonly StaleScope[] | undefined
    /** Waits for what makes the needed answer stale, as soon as it is known what is needed. */
    const follow = () => {
      if (followed !== undefined || !needs) return
      followed = needs.scopes
      for (const set of followed) leave.push(store.subscribeTo(scope.invalidated, set, look))
    }
    const look = () => {
      const seq = invalidatedSeq()
      if (seq !== asked) {
        asked = seq
        follow()
        ask()
      }
      const before = shown
      shown = read()
      if (!isSame(before, shown, [...watched])) onChange()
    }
    // One listener for all: the store wakes it once for what changes at once.
    const leave = waits.map(([name, key]) => store.subscribeTo(name, key, look))
    follow()
    ask(needs?.staleTime === undefined ? undefined : { staleTime: needs.staleTime })
    return () => {
      leave.forEach((out) => out())
      controller.abort()
    }
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

/** What stands behind the getters of something handed out. */
interface HandedOut<Fields extends object> {
  readonly fields: Fields
  readonly read: () => Fields
  readonly watched: Set<keyof Fields>
  readonly seen: Partial<Fields>
}

const behind = Symbol('behind')
const getters = new Map<PropertyKey, PropertyDescriptor>()

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
  const result = { ...functions }
  const value: HandedOut<Fields> = { fields, read, watched, seen: {} }
  Object.defineProperty(result, behind, { value })
  // Thousands of components have the same getters, so that all that is handed out has one shape.
  for (const name in fields)
    Object.defineProperty(
      result,
      name,
      remembered(getters, name, () => getterOf(name)),
    )
  return result as Fields & Functions
}

function getterOf(name: string): PropertyDescriptor {
  return {
    enumerable: true,
    get(this: { readonly [behind]: HandedOut<Record<string, unknown>> }) {
      const { fields, read, watched, seen } = this[behind]
      if (!(name in seen)) seen[name] = (watched.has(name) ? fields : read())[name]
      watched.add(name)
      return seen[name]
    },
  }
}
