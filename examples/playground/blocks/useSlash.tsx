import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { choicesFor, type BlockChoice } from './blockNames'
import type { BlockActions } from './useBlockActions'
import { withReplaced } from './blockRange'
import { beginningOf, findBlock } from './blockTree'

interface Slash {
  /** Takes note of what stands in the text now. */
  read: (text: string) => void
  /** Does what a key asks of the menu; false where it is not open, or has nothing to do with the key. */
  press: (event: KeyboardEvent) => boolean
  close: () => void
  /** The menu, as long as it is open. */
  menu: ReactNode
  /** What the text tells those who do not see the menu. */
  attributes: object
}

const asked = /^\/([\p{L}\d -]{0,20})$/u

/** The menu of blocks that `/` at the beginning of an empty line opens: what follows narrows it down. */
export function useSlash(clientId: string, actions: BlockActions, isEnabled: boolean): Slash {
  const [typed, setTyped] = useState<string | null>(null)
  const [place, setPlace] = useState(0)
  const id = useId()
  const choices = typed === null ? [] : choicesFor(typed)
  const isOpen = choices.length > 0

  function take(choice: BlockChoice | undefined) {
    setTyped(null)
    if (!choice) return
    const made = choice.make()
    actions.transform((blocks) => {
      const block = findBlock(blocks, clientId)
      if (!block) return { blocks, caret: null }
      return { ...withReplaced(blocks, [block], [made]), caret: beginningOf(made) }
    })
  }

  return {
    read(text) {
      if (!isEnabled) return
      setTyped(asked.exec(text)?.[1] ?? null)
      setPlace(0)
    },
    press(event) {
      if (!isOpen) return false
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0) setPlace((place + step + choices.length) % choices.length)
      else if (event.key === 'Enter' || event.key === 'Tab') take(choices[place])
      else if (event.key === 'Escape') setTyped(null)
      else return false
      event.preventDefault()
      return true
    },
    close: () => setTyped(null),
    attributes: isOpen
      ? { 'aria-autocomplete': 'list', 'aria-controls': id, 'aria-activedescendant': `${id}-${place}` }
      : {},
    menu: isOpen && (
      <ul id={id} className="slash-menu" role="listbox" aria-label="Blocks to add">
        {choices.map((choice, at) => (
          <li
            key={choice.label}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === place}
            ref={(element) => {
              if (at === place) element?.scrollIntoView({ block: 'nearest' })
            }}
            onMouseDown={(event) => {
              event.preventDefault()
              take(choice)
            }}
          >
            <choice.icon aria-hidden />
            {choice.label}
          </li>
        ))}
      </ul>
    ),
  }
}
