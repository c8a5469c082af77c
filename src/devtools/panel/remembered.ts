const name = 'copydesk-devtools'

/** What is remembered of the panel from one visit of the page to the next. */
export interface Remembered {
  readonly isOpen?: boolean
  /** Pixels: its height at the bottom or top, its width at a side. */
  readonly size?: number
}

/** What was remembered; nothing where the browser keeps nothing. */
export function recall(): Remembered {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export function remember(change: Remembered): void {
  try {
    localStorage.setItem(name, JSON.stringify({ ...recall(), ...change }))
  } catch {
    // A browser that keeps nothing opens the panel as it is the first time.
  }
}
