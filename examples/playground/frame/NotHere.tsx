import type { ReactNode } from 'react'
import { MapPinOff } from 'lucide-react'
import { addresses, asPostType } from '../route'
import { EmptyState } from '../ui/EmptyState'

interface NotHereProps {
  what?: string
  /** Why that is so. */
  children?: ReactNode
}

/** In place of a screen, where an address leads to none. */
export function NotHere({
  what = 'Nothing is at this address',
  children = 'The link may be mistyped, or what it led to has gone.',
}: NotHereProps) {
  return (
    <main className="page" tabIndex={-1}>
      <EmptyState icon={MapPinOff} title={what}>
        <p>{children}</p>
        <p>
          <a href={addresses.documents(asPostType('post'))}>To the posts</a>
        </p>
      </EmptyState>
    </main>
  )
}
