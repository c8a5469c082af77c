import { useId, useState, type KeyboardEvent } from 'react'
import { DevtoolsArea, useRenders } from 'copydesk/devtools'
import { Search } from 'lucide-react'
import { keyNames } from '../keyNames'
import { Dialog } from '../ui/Dialog'
import { matching, type Command } from './commands'
import './palette.css'
import { useFoundDocuments } from './useFoundDocuments'

interface CommandPaletteProps {
  commands: readonly Command[]
  onClose: () => void
}

/** Finds posts, pages, screens and commands by what is typed; Enter opens or does what is chosen. */
export function CommandPalette(props: CommandPaletteProps) {
  return (
    <DevtoolsArea name="Palette">
      <Palette {...props} />
    </DevtoolsArea>
  )
}

function Palette({ commands, onClose }: CommandPaletteProps) {
  useRenders('CommandPalette')
  const [text, setText] = useState('')
  const [place, setPlace] = useState(0)
  const { found, isSearching } = useFoundDocuments(text)
  const id = useId()
  const options = [...matching(commands, text), ...found]
  const active = Math.min(place, options.length - 1)

  function take(command: Command | undefined) {
    if (!command) return
    onClose()
    command.run()
  }

  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setPlace((active + step + options.length) % options.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      take(options[active])
    }
  }

  return (
    <Dialog title="Go to" size="wide" onClose={onClose}>
      <div className="link-search palette-search">
        <Search aria-hidden />
        <input
          className="input"
          role="combobox"
          aria-label="Search posts, screens and commands"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
          placeholder="Search posts, screens and commands"
          autoFocus
          autoComplete="off"
          data-native-undo
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setPlace(0)
          }}
          onKeyDown={press}
        />
      </div>
      <ul id={id} className="palette-list" role="listbox" aria-label="Found">
        {options.map((command, at) => (
          <li
            key={command.key}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            ref={(element) => {
              if (at === active) element?.scrollIntoView({ block: 'nearest' })
            }}
            onMouseMove={at === active ? undefined : () => setPlace(at)}
            onClick={() => take(command)}
          >
            <command.icon aria-hidden />
            <span className="truncate">{command.label}</span>
            {command.keys === undefined ? (
              <span className="hint">{command.sort}</span>
            ) : (
              <span className="palette-keys">
                {keyNames(command.keys.split('+')).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {options.length === 0 && (
        <p className="hint">{isSearching ? 'Searching …' : `Nothing matches “${text.trim()}”.`}</p>
      )}
    </Dialog>
  )
}
