import { useEffect, useEffectEvent } from 'react'

export type Shortcut = 'undo' | 'redo' | 'save' | 'palette' | 'search' | 'next' | 'previous' | 'help'

interface KeyGroup {
  title: string
  keys: readonly { keys: string; does: string }[]
}

/** What the keys do, for people; `Mod` is Ctrl, or Cmd on a Mac. */
export const shortcutTexts: readonly KeyGroup[] = [
  {
    title: 'Anywhere',
    keys: [
      { keys: 'Mod+K', does: 'Find posts, screens and commands (in a text: link)' },
      { keys: 'Mod+S', does: 'Save what is open' },
      { keys: 'Mod+Z', does: 'Undo, in any record' },
      { keys: 'Mod+Shift+Z', does: 'Redo' },
      { keys: '?', does: 'Show this list' },
    ],
  },
  {
    title: 'In a list',
    keys: [
      { keys: '/', does: 'Search the list' },
      { keys: 'j', does: 'Next row' },
      { keys: 'k', does: 'Previous row' },
      { keys: 'Enter', does: 'Open the row' },
    ],
  },
  {
    title: 'In the text',
    keys: [
      { keys: '/', does: 'Add a block, in an empty line' },
      { keys: 'Mod+B', does: 'Bold' },
      { keys: 'Mod+I', does: 'Italic' },
      { keys: 'Mod+K', does: 'Link' },
      { keys: 'Mod+Shift+X', does: 'Strikethrough' },
      { keys: 'Mod+E', does: 'Inline code' },
      { keys: 'Shift+Enter', does: 'Line break' },
      { keys: 'Tab', does: 'Indent a list item (Shift+Tab: outdent)' },
      { keys: 'Shift+↓', does: 'Select blocks, from the last line on' },
      { keys: 'Mod+A', does: 'Select the text; again: all blocks' },
      { keys: 'Alt+F10', does: 'To the tools of the block (Escape: back)' },
    ],
  },
]

/**
 * Does something by key: Ctrl or Cmd with Z, Shift Z (or Y), S or K wherever the caret is; `/`, `j`, `k` and `?` where no
 * text is being written and no dialog is open.
 */
export function useShortcut(shortcut: Shortcut, action: () => unknown): void {
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
  if (letter === 'k') return element?.closest('dialog') ? null : 'palette'
  // Fields that are no part of a record, such as the search, undo by themselves.
  if (element?.closest('[data-native-undo], [type=search]')) return null
  if (letter === 'y') return 'redo'
  return letter === 'z' ? (shiftKey ? 'redo' : 'undo') : null
}
