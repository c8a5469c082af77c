/** Markup that was asked for where nothing is selected: what is typed next gets it. */
type Wanted = Map<string, boolean>

let asked: { element: HTMLElement; wanted: Wanted } | null = null
const listeners = new Set<() => void>()

function changed(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}

export const pendingFormat = {
  set(element: HTMLElement, tag: string, isOn: boolean): void {
    const wanted: Wanted = new Map(asked?.element === element ? asked.wanted : [])
    wanted.set(tag, isOn)
    changed({ element, wanted })
  },

  /** Undefined where nothing was asked for. */
  of(element: HTMLElement, tag: string): boolean | undefined {
    return asked?.element === element ? asked.wanted.get(tag) : undefined
  },

  /** All that was asked for, once. */
  take(element: HTMLElement): [string, boolean][] {
    const wanted = asked?.element === element ? [...asked.wanted] : []
    if (asked) changed(null)
    return wanted
  },

  /** Forgets it: the caret has gone elsewhere. */
  forget(): void {
    if (asked) changed(null)
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
