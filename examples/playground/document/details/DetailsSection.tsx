import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** Fields that belong together; they can be put away. */
export function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="details-section" open>
      <summary>
        <ChevronRight aria-hidden />
        <h2>{title}</h2>
      </summary>
      <div className="details-fields">{children}</div>
    </details>
  )
}
