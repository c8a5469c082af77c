import { useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list of the side panel whose rows go when something is done with them: with the button that was
 * pressed it would be nowhere, and so it goes to the panel, from where the next row is one key away.
 *
 * @param count How many rows there are.
 */
export function useListFocus(count: number): void {
  const before = useRef(count)
  const isDue = useRef(false)
  // With every render: a dialog in between may be closed later than the row is gone.
  useEffect(() => {
    if (count < before.current) isDue.current = true
    before.current = count
    const { activeElement } = document
    if (!isDue.current || activeElement?.closest('dialog')) return
    isDue.current = false
    if (activeElement === null || activeElement === document.body)
      document.querySelector<HTMLElement>('.side-panel [role=tabpanel]')?.focus()
  })
}
