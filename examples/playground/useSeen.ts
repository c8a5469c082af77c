import { useEffect, useState, type RefObject } from 'react'

/** Whether an element was displayed yet: what nobody saw so far needs nothing of the server. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !element.current) return undefined
    // What is not displayed has no width.
    const sizes = new ResizeObserver(([entry]) => setIsSeen((entry?.contentRect.width ?? 0) > 0))
    sizes.observe(element.current)
    return () => sizes.disconnect()
  }, [element, isSeen])
  return isSeen
}
