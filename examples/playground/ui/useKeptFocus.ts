import { useLayoutEffect, type RefObject } from 'react'

/** What has had the focus last: Chromium takes it from a button as soon as that is disabled, and tells nobody. */
let last: EventTarget | null = null
addEventListener('focusin', ({ target }) => void (last = target))

/**
 * Keeps the focus in the middle of the page where a button there that has it is disabled or goes, as one that saves does:
 * it would be nowhere, and a screen reader at the top of the page again.
 */
export function useKeptFocus(button: RefObject<HTMLElement | null>, isDisabled: boolean): void {
  useLayoutEffect(() => {
    const element = button.current
    if (isDisabled && element) passOn(element)
  }, [button, isDisabled])
  useLayoutEffect(() => {
    const element = button.current
    return () => void (element && passOn(element))
  }, [button])
}

/** Gives the focus of an element to what it stands in. A dialog and the side panel look after theirs themselves. */
function passOn(element: HTMLElement): void {
  const { activeElement, body } = document
  const hasIt = activeElement === element || (activeElement === body && last === element)
  if (hasIt && !element.closest('dialog'))
    element.closest<HTMLElement>('main')?.focus({ preventScroll: true })
}
