import { useRef, type RefObject } from 'react'
import { useShortcut } from '../useShortcut'

/** Lets `/` go to the search, and `j` and `k` to the next and the previous row, of the list that the ref is put on. */
export function useListKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)

  function step(by: 1 | -1) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.row') ?? [])]
    const focused = rows.findIndex((row) => row === document.activeElement)
    const open = rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
    const from = focused >= 0 ? focused : open
    const next = rows[from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1)]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  useShortcut('next', () => step(1))
  useShortcut('previous', () => step(-1))
  useShortcut('search', () => list.current?.querySelector<HTMLInputElement>('[data-search]')?.select())
  return list
}
