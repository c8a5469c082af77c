import { useEffect, useRef } from 'react'

/** How long somebody rests on a row before it counts, in milliseconds: passing over it asks for nothing. */
const rest = 150

/** Handlers that do something early, when the pointer or the focus rests on an element. */
export function usePrefetch(prefetch: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!prefetch) return {}
  const begin = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(prefetch, rest)
  }
  const stop = () => clearTimeout(timer.current)
  return { onPointerEnter: begin, onFocus: begin, onPointerLeave: stop, onBlur: stop }
}
