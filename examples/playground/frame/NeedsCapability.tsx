import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { withArticle } from '../session/roles'
import { useMay, useSession } from '../session/SessionContext'
import { EmptyState } from '../ui/EmptyState'

interface NeedsCapabilityProps {
  capability: string
  /** "the users of the site". */
  what: string
  children: ReactNode
}

/** Shows a screen to those who may see it, and tells the others why it is closed. */
export function NeedsCapability({ capability, what, children }: NeedsCapabilityProps) {
  const { user, canSwitch } = useSession()
  if (useMay(capability)) return children
  return (
    <main tabIndex={-1}>
      <EmptyState icon={Lock} title={`As ${withArticle(user.role)} you can’t see ${what}.`}>
        <p>
          WordPress keeps this for those with the capability <code className="mono">{capability}</code>.
          {canSwitch && ' The menu with your name lets you become somebody who has it.'}
        </p>
      </EmptyState>
    </main>
  )
}
