import { useEffect, useRef, type RefObject } from 'react'
import { renderTracker } from './renderTracker'

/** Lets the "Renders" panel count this component; the element that gets the ref lights up when it renders. */
export function useRenders<Shown extends Element>(name: string): RefObject<Shown | null> {
  const element = useRef<Shown>(null)
  useEffect(() => renderTracker.note(name, element.current))
  return element
}
