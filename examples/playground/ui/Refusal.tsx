import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'

/** Explains, where it would be done, why something is not for this user; give its `id` to what it describes. */
export function Refusal({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="refusal" id={id}>
      <Lock aria-hidden />
      <span>{children}</span>
    </p>
  )
}
