import { useContext, useEffect, useRef, type RefObject } from 'react'
import { EntityStoreContext } from '../react/provider/EntityStoreProvider'
import { recorderOf } from './recording/recorder'

/**
 * Lets the devtools count the renders of a component that uses no hook of Copydesk, and light up what has rendered.
 * Components with such hooks are counted by themselves.
 * @param name What the component is called in the devtools.
 * @returns A ref for the element that lights up; it may be left out.
 * @example
 * function Row({ children }: { children: ReactNode }) {
 *   return <li ref={useRenders<HTMLLIElement>('Row')}>{children}</li>
 * }
 */
export function useRenders<Shown extends Element>(name: string): RefObject<Shown | null> {
  const element = useRef<Shown>(null)
  const store = useContext(EntityStoreContext)?.store
  useEffect(() => {
    if (store) recorderOf(store as Parameters<typeof recorderOf>[0])?.renders.shown(name, element.current)
  })
  return element
}
