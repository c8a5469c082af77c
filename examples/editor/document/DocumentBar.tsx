import type { ReactNode } from 'react'
import { BackLink } from '../frame/BackLink'
import { linkTo, type PostType } from '../route'

/** The line above a document: the way back, how it stands, and what can be done with it. */
export function DocumentBar({
  type,
  state,
  children,
}: {
  type: PostType
  state: string
  children: ReactNode
}) {
  return (
    <div className="bar">
      <BackLink address={linkTo(type)} label={`All ${type}s`} />
      <p className="state" role="status">
        {state}
      </p>
      <div className="buttons">{children}</div>
    </div>
  )
}
