import type { ReactNode } from 'react'
import { BackLink } from '../frame/BackLink'
import { useRenders } from 'copydesk/devtools'
import { linkTo, type PostType } from '../route'

interface DocumentBarProps {
  type: PostType
  /** How it stands, in a word or two. */
  state: string
  /** What else happened to it, such as a safety copy. */
  note?: string | null
  children: ReactNode
}

/** The line above a document: the way back, how it stands, and what can be done with it. */
export function DocumentBar({ type, state, note, children }: DocumentBarProps) {
  useRenders('DocumentBar')
  return (
    <div className="bar">
      <BackLink address={linkTo(type)} label={`All ${type}s`} />
      <div className="state-line">
        <p className="state" role="status">
          {state}
        </p>
        {note && <p>{note}</p>}
      </div>
      <div className="buttons">{children}</div>
    </div>
  )
}
