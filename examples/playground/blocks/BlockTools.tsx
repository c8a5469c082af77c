import { memo, useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import {
  ArrowDown,
  ArrowUp,
  Bold,
  CornerLeftUp,
  Italic,
  Link,
  ListPlus,
  ListIndentDecrease,
  ListIndentIncrease,
  Plus,
  Superscript,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { LinkDialog } from '../links/LinkDialog'
import { IconButton } from '../ui/IconButton'
import { Menu, MenuItem } from '../ui/Menu'
import { addChoices, textChoices, type BlockChoice } from './blockNames'
import { caretOffset } from './caret'
import { makeBlock, makeSourceBlock } from './editableBlock'
import { newFootnoteMark } from './footnotes'
import {
  insertAtEnd,
  insertLink,
  linkAround,
  removeLink,
  selectedRange,
  toggleTag,
  type FormatTag,
} from './inlineEditing'
import { useFormats } from './useFormats'
import type { BlockActions } from './useBlockActions'

interface BlockToolsProps {
  clientId: string
  /** What people call the block. */
  label: string
  /** The kind that its text is of; undefined for one that is no text. */
  choice: BlockChoice | undefined
  /** What more can be added inside it; undefined where nothing can. */
  holds: 'paragraph' | 'column' | undefined
  /** What people call the container it is in; undefined for an outermost block. */
  within: string | undefined
  actions: BlockActions
  isFirst: boolean
  isLast: boolean
}

interface Linking {
  element: HTMLElement
  range: Range
  /** Where the link leads that the selection is in. */
  address?: string
}

/** What can be done with the block that the caret is in. Typing in it changes nothing here. */
export const BlockTools = memo(function BlockTools(props: BlockToolsProps) {
  const { clientId, label: shown, choice, holds, within, actions, isFirst, isLast } = props
  const bar = useRef<HTMLDivElement>(null)
  const [linking, setLinking] = useState<Linking | null>(null)
  const hasMarkup = choice !== undefined && choice.name !== 'core/code'

  /** The text of the block that has the selection: pressing a tool does not take it away. */
  function selectedText(): Linking | null {
    const texts = bar.current?.closest('[data-block]')?.querySelectorAll<HTMLElement>('[data-rich]') ?? []
    for (const element of texts) {
      const range = selectedRange(element)
      if (range) return { element, range: range.cloneRange() }
    }
    return null
  }

  const pressed = useFormats(selectedText)

  /** The selection, or the whole link that the caret is in. */
  function textToLink(): Linking | null {
    const found = selectedText()
    const link = found && linkAround(found.element, found.range)
    if (!found || !link) return found
    found.range.selectNodeContents(link)
    return { ...found, address: link.getAttribute('href') ?? '' }
  }

  /** Closes the dialog, with the caret where it was in the text: what is typed next belongs there. */
  function closeLinks(): Linking | null {
    flushSync(() => setLinking(null))
    if (!linking) return null
    linking.element.focus({ preventScroll: true })
    const selection = getSelection()
    selection?.removeAllRanges()
    selection?.addRange(linking.range)
    return linking
  }

  const openLinks = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey)
      return
    const found = hasMarkup ? textToLink() : null
    if (!found) return
    event.preventDefault()
    setLinking(found)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => openLinks(event)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  const textTool = (
    label: string,
    icon: LucideIcon,
    keys: string,
    use: (text: HTMLElement) => void,
    isPressed?: boolean,
  ) => (
    <IconButton
      aria-pressed={isPressed}
      size="small"
      label={label}
      icon={icon}
      keys={keys}
      onMouseDown={keepSelection}
      onClick={() => {
        const found = selectedText()
        if (found) use(found.element)
      }}
    />
  )

  const format = (label: string, icon: LucideIcon, tag: FormatTag, keys: string) =>
    textTool(label, icon, keys, (text) => toggleTag(text, tag), pressed.includes(tag))

  const indent = (label: string, icon: LucideIcon, way: 'in' | 'out', keys: string) =>
    textTool(label, icon, keys, (item) => {
      if (item.dataset.rich) actions.indent(item.dataset.rich, way, caretOffset(item) ?? 0)
    })

  return (
    <div ref={bar} className="block-tools" role="toolbar" aria-label={`Tools of this ${shown}`}>
      {within !== undefined && (
        <IconButton
          size="small"
          label={`To the ${within} around it`}
          icon={CornerLeftUp}
          onClick={({ currentTarget }) => headAround(currentTarget)?.focus()}
        />
      )}
      {choice ? (
        <select
          className="input"
          aria-label="Kind of block"
          value={choice.label}
          onChange={(event) => {
            const next = textChoices.find(({ label }) => label === event.target.value)
            if (next) actions.turn(clientId, next.name, next.level)
          }}
        >
          {textChoices.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </select>
      ) : (
        <span className="block-kind">{shown}</span>
      )}
      {hasMarkup && (
        <>
          {format('Bold', Bold, 'strong', 'Ctrl or Cmd + B')}
          {format('Italic', Italic, 'em', 'Ctrl or Cmd + I')}
          <IconButton
            size="small"
            label="Link"
            icon={Link}
            keys="Ctrl or Cmd + K"
            onMouseDown={keepSelection}
            onClick={() => setLinking(textToLink())}
          />
          {actions.hasFootnotes && (
            <IconButton
              size="small"
              label="Footnote"
              icon={Superscript}
              onMouseDown={keepSelection}
              onClick={() => {
                const found = selectedText()
                if (!found) return
                insertAtEnd(found.element, found.range, newFootnoteMark())
                actions.ensureFootnotes()
              }}
            />
          )}
        </>
      )}
      {choice?.name === 'core/list' && (
        <>
          {indent('Indent', ListIndentIncrease, 'in', 'Tab')}
          {indent('Outdent', ListIndentDecrease, 'out', 'Shift + Tab')}
        </>
      )}
      {holds && (
        <IconButton
          size="small"
          label={`Add a ${holds} inside`}
          icon={Plus}
          onClick={() => actions.addInside(clientId)}
        />
      )}
      <Menu label="Add a block below" button={<ListPlus aria-hidden />}>
        {addChoices.map(({ label, icon, name, level }) => (
          <MenuItem
            key={label}
            icon={icon}
            onSelect={() => actions.add(makeBlock(name, '', level), clientId)}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
      <IconButton
        size="small"
        label="Move up"
        icon={ArrowUp}
        disabled={isFirst}
        onClick={() => actions.move(clientId, -1)}
      />
      <IconButton
        size="small"
        label="Move down"
        icon={ArrowDown}
        disabled={isLast}
        onClick={() => actions.move(clientId, 1)}
      />
      <IconButton size="small" label="Delete block" icon={Trash2} onClick={() => actions.remove(clientId)} />
      {linking && (
        <LinkDialog
          text={linking.range.toString()}
          address={linking.address}
          onClose={closeLinks}
          onRemove={
            linking.address === undefined
              ? undefined
              : () => {
                  const closed = closeLinks()
                  if (closed) removeLink(closed.element, closed.range)
                }
          }
          onChoose={({ url, title }) => {
            const closed = closeLinks()
            if (closed) insertLink(closed.element, closed.range, url, title || url)
          }}
          onEmbed={({ url }) => {
            setLinking(null)
            actions.add(makeSourceBlock('core/embed', embedSource(url)), clientId)
          }}
        />
      )}
    </div>
  )
})

/** An embed as WordPress keeps it: the site looks for the rest when it shows it. */
function embedSource(url: string): string {
  const text = url.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<!-- wp:embed ${JSON.stringify({ url }).replace(/--/g, '\\u002d\\u002d')} -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
${text}
</div></figure>
<!-- /wp:embed -->`
}

/** The head of the container that a block is in: these tools may lie on top of it. */
function headAround(tool: HTMLElement): HTMLElement | null | undefined {
  return tool.closest('.container-block')?.querySelector<HTMLElement>('.container-head > button')
}

function keepSelection(event: MouseEvent): void {
  event.preventDefault()
}
