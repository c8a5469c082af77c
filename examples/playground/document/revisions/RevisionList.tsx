import type { ReactNode } from 'react'
import { longDate, timeAgo } from '../../dates'
import { isCopy, type ListedRevision } from './changedFields'

interface RevisionListProps {
  all: readonly ListedRevision[]
  /** How many the site has; null while nobody knows. */
  total: number | null
  shown: ListedRevision
  /** The one that is what the site shows. */
  current: ListedRevision | undefined
  nameOf: (author: number) => string
  onChoose: (revision: number) => void
  /** The way back. */
  children: ReactNode
}

/** The older versions by date and author, to choose from. */
export function RevisionList({ all, total, shown, current, nameOf, onChoose, children }: RevisionListProps) {
  return (
    <nav className="list revision-list" aria-label="Revisions">
      <header className="revision-head">
        <h2>Revisions</h2>
        {children}
      </header>
      <ol>
        {all.map((revision) => (
          <li key={revision.id}>
            <button
              type="button"
              className="revision"
              aria-current={revision === shown ? 'true' : undefined}
              onClick={() => onChoose(revision.id)}
            >
              <span>
                {longDate(revision.date)}
                {revision === current && <span className="badge">now</span>}
                {isCopy(revision) && <span className="badge">autosave</span>}
              </span>
              <span className="hint">
                {nameOf(revision.author)}, {timeAgo(new Date(`${revision.date_gmt}Z`))}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {total !== null && total > all.length && (
        <p className="hint">
          The newest {all.length} of {total}.
        </p>
      )}
    </nav>
  )
}
