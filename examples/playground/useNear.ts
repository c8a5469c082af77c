import { useEffect, useState, type RefObject } from 'react'

/** Whether an element has come near the window yet: what nobody has scrolled to needs nothing of the server. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return undefined
    const distance = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '100px' },
    )
    distance.observe(element.current)
    return () => distance.disconnect()
  }, [element, isNear])
  return isNear
}
