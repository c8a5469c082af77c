import { useEffect, useEffectEvent } from 'react'

export type Shortcut = 'undo' | 'redo' | 'save' | 'search' | 'next' | 'previous' | 'help'

/** What the keys do, for people. */
export const shortcutTexts: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl', 'S'], does: 'Save what is open' },
  { keys: ['Ctrl', 'Z'], does: 'Undo, in any record' },
  { keys: ['Ctrl', 'Shift', 'Z'], does: 'Redo (Ctrl Y does the same)' },
  { keys: ['/'], does: 'Search the list' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['?'], does: 'Show this' },
]

/**
 * Does something by key: Ctrl or Cmd with Z, Shift Z (or Y), or S wherever the caret is; `/`, `j`, `k` and `?` where no
 * text is being written and no dialog is open.
 */
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

const singleKeys: Record<string, Shortcut> = { '/': 'search', j: 'next', k: 'previous', '?': 'help' }

function shortcutOf({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): Shortcut | null {
  if (altKey || (ctrlKey && metaKey)) return null
  const element = target instanceof Element ? target : null
  if (!ctrlKey && !metaKey) {
    const isWriting = element?.closest(
      'input, textarea, select, [contenteditable=true], [data-blocks], dialog',
    )
    return isWriting ? null : (singleKeys[key] ?? null)
  }
  const letter = key.toLowerCase()
  if (letter === 's') return 'save'
  // Fields that are no part of a record, such as the search, undo by themselves.
  if (element?.closest('[data-native-undo]')) return null
  if (letter === 'y') return 'redo'
  return letter === 'z' ? (shiftKey ? 'redo' : 'undo') : null
}
