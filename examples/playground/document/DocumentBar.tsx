import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { BackLink } from '../frame/BackLink'
import { useRenders } from 'copydesk/devtools'
import { linkTo, type PostType } from '../route'
import { typeNouns } from '../typeNouns'

interface DocumentBarProps {
  type: PostType
  /** How far the document has come. */
  status?: ReactNode
  /** How it stands, in a word or two. */
  state: string
  /** What else happened to it, such as a safety copy. */
  note?: string | null
  children: ReactNode
}

/** The line above a document: the way back, how it stands, and what can be done with it. */
export function DocumentBar({ type, status, state, note, children }: DocumentBarProps) {
  useRenders('DocumentBar')
  const bar = useRef<HTMLDivElement>(null)

  // What stays in sight below it has to know how high it is: on a phone it has two lines.
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const sizes = new ResizeObserver(() => {
      element.parentElement?.style.setProperty('--bar-height', `${element.offsetHeight}px`)
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])

  return (
    <div ref={bar} className="bar">
      <BackLink address={linkTo(type)} label={`All ${typeNouns(type)}`} />
      {status}
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
