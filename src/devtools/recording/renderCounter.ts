import { createObservable, once, type Observable } from './observable'

/** How often components of a name rendered since the counting began. */
export interface RenderCount {
  readonly name: string
  readonly count: number
}

/** What is counted, most often rendered first, and whether anything is. */
export interface Renders {
  readonly isOn: boolean
  readonly counts: readonly RenderCount[]
}

/** Counts renders while it is on. */
export interface RenderCounter extends Observable<Renders> {
  readonly turn: (isOn: boolean) => void
  readonly clear: () => void
  /** A component rendered with what a hook reads. */
  readonly rendered: (view: object, component: { readonly name: string; readonly call: string }) => void
  /** A component that says by itself when it has rendered is on screen: its element lights up. */
  readonly shown: (name: string, element: Element | null) => void
}

export function createRenderCounter(): RenderCounter {
  // Not at once: the panel would render for every row.
  const renders = createObservable<Renders>(
    { isOn: false, counts: [] },
    once((run) => setTimeout(run, 100)),
  )
  const live = new Map<string, number>()
  /** The hook that stands for all hooks of a component. */
  const counting = new Map<string, string>()
  /** Those that say it by themselves are not counted by their hooks. */
  const marked = new Set<string>()
  /** What has rendered in this tick: StrictMode renders twice. */
  const now = new Set<object>()

  function counted(isOn = renders.read().isOn): Renders {
    const counts = Array.from(live, ([name, count]) => ({ name, count }))
    return { isOn, counts: counts.sort((one, other) => other.count - one.count) }
  }

  function count(name: string): void {
    live.set(name, (live.get(name) ?? 0) + 1)
    renders.set(counted())
  }

  return {
    ...renders,
    turn: (isOn) => renders.setAtOnce(counted(isOn)),
    clear() {
      live.clear()
      counting.clear()
      renders.setAtOnce(counted())
    },
    rendered(view, { name, call }) {
      if (!renders.read().isOn || marked.has(name) || now.has(view)) return
      if (now.size === 0) queueMicrotask(() => now.clear())
      now.add(view)
      if (!counting.has(name)) counting.set(name, call)
      if (counting.get(name) === call) count(name)
    },
    shown(name, element) {
      if (!marked.has(name)) {
        marked.add(name)
        live.delete(name)
      }
      if (!renders.read().isOn) return
      count(name)
      element?.animate(
        [{ boxShadow: 'inset 0 0 0 2px #3b82c4' }, { boxShadow: 'inset 0 0 0 2px transparent' }],
        600,
      )
    },
  }
}
