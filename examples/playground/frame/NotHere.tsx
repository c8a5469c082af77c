import { MapPinOff } from 'lucide-react'
import { addresses, asPostType } from '../route'
import { EmptyState } from '../ui/EmptyState'

/** In place of a screen, where an address leads to none. */
export function NotHere({ what = 'Nothing is at this address' }: { what?: string }) {
  return (
    <main className="page">
      <EmptyState icon={MapPinOff} title={what}>
        <p>The link may be mistyped, or what it led to has gone.</p>
        <p>
          <a href={addresses.documents(asPostType('post'))}>To the posts</a>
        </p>
      </EmptyState>
    </main>
  )
}
