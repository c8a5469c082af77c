import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  icon?: LucideIcon
  /** What it means, or what can be done about it. */
  children?: ReactNode
}

/** In place of what is not there. */
export function EmptyState({ title, icon: Icon, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {Icon && <Icon aria-hidden />}
      <h2>{title}</h2>
      {children}
    </div>
  )
}
