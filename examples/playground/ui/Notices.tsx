import { X } from 'lucide-react'
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import { Button } from './Button'
import { IconButton } from './IconButton'

export interface Notice {
  text: string
  tone?: 'danger'
  /** What it is about, where only the last word on it counts: it takes the place of one on the same topic. */
  topic?: string
  /** What can be done about it, such as taking it back. */
  actions?: readonly { label: string; onSelect: () => unknown }[]
}

type Notify = (notice: Notice) => void

const NoticeContext = createContext<Notify>(() => {})

/** Says in passing what has happened, for six seconds; errors stay until they are closed. */
export function useNotify(): Notify {
  return use(NoticeContext)
}

const shownFor = 6000

/** The place at the edge of the page where notices appear. */
export function Notices({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly (Notice & { id: number })[]>([])
  const count = useRef(0)
  const close = useCallback((id: number) => setNotices((all) => all.filter((one) => one.id !== id)), [])
  const notify = useCallback<Notify>(
    (notice) => {
      const id = ++count.current
      setNotices((all) => {
        const others = all.filter(({ topic }) => topic === undefined || topic !== notice.topic)
        return [...others.slice(-2), { ...notice, id }]
      })
      if (notice.tone !== 'danger') setTimeout(() => close(id), shownFor)
    },
    [close],
  )
  return (
    <NoticeContext value={notify}>
      {children}
      <div className="notices" aria-live="polite">
        {notices.map(({ id, text, tone, actions }) => (
          <div key={id} className="notice" data-tone={tone}>
            <span>{text}</span>
            {actions?.map(({ label, onSelect }) => (
              <Button
                key={label}
                size="small"
                onClick={() => {
                  onSelect()
                  close(id)
                }}
              >
                {label}
              </Button>
            ))}
            <IconButton size="small" label="Close" icon={X} onClick={() => close(id)} />
          </div>
        ))}
      </div>
    </NoticeContext>
  )
}
