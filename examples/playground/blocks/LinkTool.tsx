import { useEffect, useEffectEvent, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'lucide-react'
import { LinkDialog, type ChosenLink } from '../links/LinkDialog'
import { IconButton } from '../ui/IconButton'
import { insertLink, linkAround, removeLink } from './inlineEditing'

/** Where in which text something is selected. */
export interface SelectedText {
  element: HTMLElement
  range: Range
}

interface Linking extends SelectedText {
  /** Where the link leads that the selection is in. */
  address?: string
}

interface LinkToolProps {
  /** The text that has the selection. */
  find: () => SelectedText | null
  onEmbed: (link: ChosenLink) => void
}

/** Makes a link of what is selected, and changes or removes the one that the caret is in; by button and by key. */
export function LinkTool({ find, onEmbed }: LinkToolProps) {
  const [linking, setLinking] = useState<Linking | null>(null)

  /** The selection, or the whole link that the caret is in. */
  function textToLink(): Linking | null {
    const found = find()
    const link = found && linkAround(found.element, found.range)
    if (!found || !link) return found
    found.range.selectNodeContents(link)
    return { ...found, address: link.getAttribute('href') ?? '' }
  }

  /** Closes the dialog, with the caret where it was in the text: what is typed next belongs there. */
  function close(): Linking | null {
    flushSync(() => setLinking(null))
    if (linking) selectAgain(linking)
    return linking
  }

  const open = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey)
      return
    const isInText = document.activeElement instanceof HTMLElement && document.activeElement.isContentEditable
    const found = isInText ? textToLink() : null
    if (!found) return
    event.preventDefault()
    setLinking(found)
  })
  useEffect(() => {
    // Before the palette of the page, which has the same key where no text is.
    const press = (event: KeyboardEvent) => open(event)
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])

  return (
    <>
      <IconButton
        size="small"
        label="Link"
        icon={Link}
        keys="Mod+K"
        onMouseDown={keepSelection}
        onClick={() => setLinking(textToLink())}
      />
      {linking && (
        <LinkDialog
          text={linking.range.toString()}
          address={linking.address}
          onClose={close}
          onRemove={
            linking.address === undefined
              ? undefined
              : () => {
                  const closed = close()
                  if (closed) removeLink(closed.element, closed.range)
                }
          }
          onChoose={({ url, title }) => {
            const closed = close()
            if (closed) insertLink(closed.element, closed.range, url, title || url)
          }}
          onEmbed={(link) => {
            setLinking(null)
            onEmbed(link)
          }}
        />
      )}
    </>
  )
}

/** Gives the focus back to a text, with what was selected in it. */
export function selectAgain({ element, range }: SelectedText): void {
  element.focus({ preventScroll: true })
  const selection = getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

/** For a tool that works on the selection: pressing it takes that not away. */
export function keepSelection(event: MouseEvent): void {
  event.preventDefault()
}
