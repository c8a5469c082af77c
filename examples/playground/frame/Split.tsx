import type { ReactNode } from 'react'
import { DevtoolsArea } from 'copydesk/devtools'

interface SplitProps {
  /** What the list is called. */
  label: string
  /** What the page is called while nothing is open; default: the label. */
  title?: string | undefined
  list: ReactNode
  /** What is open; false or null for nothing. */
  detail: ReactNode
  /** In place of the detail as long as nothing is open. */
  empty: ReactNode
}

/** A list beside what is open in it; on a narrow screen they take turns. */
export function Split({ label, title = label, list, detail, empty }: SplitProps) {
  const isOpen = detail !== null && detail !== false
  return (
    <div className="split" data-open={isOpen}>
      {!isOpen && <title>{`${title} · Copydesk`}</title>}
      <nav className="list" aria-label={label}>
        <DevtoolsArea name="List">{list}</DevtoolsArea>
      </nav>
      <main className="detail" tabIndex={-1}>
        {isOpen ? <DevtoolsArea name="Document">{detail}</DevtoolsArea> : empty}
      </main>
    </div>
  )
}
