import { useLayoutEffect, useRef, type RefObject } from 'react'
import { movedOffset } from './movedOffset'

/**
 * Shows a text in a field that may change while somebody types into it, by an undo or by a colleague: the caret stays
 * behind the same words. The field itself is given no value, since React would put the caret at its end.
 * @returns The ref of the field.
 */
export function useSharedText(value: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = field.current
    if (!element || element.value === value) return
    const { value: before, selectionStart, selectionEnd, selectionDirection } = element
    element.value = value
    if (document.activeElement !== element) return
    element.setSelectionRange(
      movedOffset(before, value, selectionStart),
      movedOffset(before, value, selectionEnd),
      selectionDirection,
    )
  })
  return field
}
