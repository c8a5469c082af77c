import type { ReactNode } from 'react'

export type Tone = 'good' | 'warn' | 'danger' | 'accent' | undefined

/** A word on how something stands. */
export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}

/** Marks what has unsaved changes. */
export function DirtyDot() {
  return (
    <span className="dot" title="Unsaved changes">
      <span className="hidden">Unsaved</span>
    </span>
  )
}
