import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react'

interface ToolbarProps {
  label: string
  className?: string
  ref?: Ref<HTMLDivElement>
  /** Called for Escape: where the focus belongs then. */
  onLeave?: () => void
  children: ReactNode
}

const tools = 'button:not([role]), select:not(:disabled)'

/** Tools that are one stop for Tab: the arrows lead from one to the next, Home and End to the first and the last. */
export function Toolbar({ label, className = '', ref, onLeave, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement>(null)

  const toolsOf = () => [...(bar.current?.querySelectorAll<HTMLElement>(tools) ?? [])]
  const isTool = (element: EventTarget): element is HTMLElement =>
    element instanceof HTMLElement && element.matches(tools)

  // Whatever is rendered into it: which tools there are depends on where the caret is.
  useLayoutEffect(() => {
    const all = toolsOf()
    const stop = all.find((tool) => tool === last.current) ?? all[0]
    for (const tool of all) tool.tabIndex = tool === stop ? 0 : -1
  })

  function focus({ target }: FocusEvent) {
    if (!isTool(target)) return
    last.current = target
    for (const tool of toolsOf()) tool.tabIndex = tool === target ? 0 : -1
  }

  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || !isTool(event.target)) return
    if (event.key === 'Escape' && onLeave) {
      event.preventDefault()
      return onLeave()
    }
    const all = toolsOf()
    const place = all.indexOf(event.target)
    const next = placeAfter(event.key, place, all.length)
    if (next === null) return
    event.preventDefault()
    all[next]?.focus()
  }

  return (
    <div
      ref={(element) => {
        bar.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      className={className}
      role="toolbar"
      aria-label={label}
      onFocus={focus}
      onKeyDown={press}
    >
      {children}
    </div>
  )
}

function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
