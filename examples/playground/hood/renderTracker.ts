/** How often a component rendered since the counting began. */
export interface RenderCount {
  name: string
  count: number
}

/** Counts renders while it is on; React's are those of the whole page, so there is one of it. */
export const renderTracker = createRenderTracker()

function createRenderTracker() {
  let isOn = false
  let counts: readonly RenderCount[] = []
  const live = new Map<string, number>()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    timer = undefined
    counts = Array.from(live, ([name, count]) => ({ name, count })).sort(
      (one, other) => other.count - one.count,
    )
    for (const listener of listeners) listener()
  }

  return {
    isOn: () => isOn,
    read: () => counts,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    turn(next: boolean): void {
      isOn = next
      tell()
    },
    clear(): void {
      live.clear()
      tell()
    },
    /** A component has rendered and is on screen; its element lights up. */
    note(name: string, element: Element | null): void {
      if (!isOn) return
      live.set(name, (live.get(name) ?? 0) + 1)
      // Not at once: it would make the panel render for every row.
      timer ??= setTimeout(tell, 100)
      element?.animate(
        [{ boxShadow: 'inset 0 0 0 2px var(--accent)' }, { boxShadow: 'inset 0 0 0 2px transparent' }],
        600,
      )
    },
  }
}
