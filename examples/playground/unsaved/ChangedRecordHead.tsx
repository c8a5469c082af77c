import type { ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { IconButton } from '../ui/IconButton'

interface ChangedRecordHeadProps {
  /** What the record is called. */
  shown: string
  /** Where it is edited; null where it has no page. */
  address: string | null
  isOpen: boolean
  onToggle: () => void
  /** What is said of it, and what can be done with it. */
  children: ReactNode
}

/** The head of a row about a record that was changed: what it is, and the button that shows what was changed. */
export function ChangedRecordHead({ shown, address, isOpen, onToggle, children }: ChangedRecordHeadProps) {
  return (
    <div className="unsaved-head">
      <IconButton
        size="small"
        label={isOpen ? `Hide what was changed in ${shown}` : `Show what was changed in ${shown}`}
        icon={ChevronRight}
        aria-expanded={isOpen}
        onClick={onToggle}
      />
      <div className="unsaved-title">
        <a href={address ?? undefined}>{shown}</a>
        {children}
      </div>
    </div>
  )
}
