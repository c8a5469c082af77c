import { useEffect, useEffectEvent } from 'react'

export type Shortcut = 'undo' | 'redo' | 'save'

/** Does something on Ctrl or Cmd with Z, Shift Z (or Y), or S, wherever the caret is. */
export function useShortcut(shortcut: Shortcut, action: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || shortcutOf(event) !== shortcut) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): Shortcut | null {
  if (altKey || ctrlKey === metaKey) return null
  const letter = key.toLowerCase()
  if (letter === 's') return 'save'
  // Fields that are no part of a document, such as the search, undo by themselves.
  if (target instanceof Element && target.closest('[data-native-undo]')) return null
  if (letter === 'y') return 'redo'
  return letter === 'z' ? (shiftKey ? 'redo' : 'undo') : null
}
