import { memo, useRef, type RefObject } from 'react'
import {
  ArrowDown,
  ArrowUp,
  Bold,
  CodeXml,
  CornerLeftUp,
  Copy,
  Italic,
  ListPlus,
  ListIndentDecrease,
  ListIndentIncrease,
  Plus,
  Strikethrough,
  Superscript,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { IconButton } from '../ui/IconButton'
import { Menu, MenuItem } from '../ui/Menu'
import { Toolbar } from '../ui/Toolbar'
import { addChoices, textChoices, type TextChoice } from './blockNames'
import { withFreshIds, withPlaced } from './blockRange'
import { findBlock } from './blockTree'
import { caretOffset } from './caret'
import { makeSourceBlock, type Held } from './editableBlock'
import { newFootnoteMark } from './footnotes'
import { insertAtEnd, selectedRange, toggleTag, type FormatTag } from './inlineEditing'
import { keepSelection, LinkTool, selectAgain, type SelectedText } from './LinkTool'
import { embedSource } from './sourceKinds'
import { useFormats } from './useFormats'
import type { BlockActions } from './useBlockActions'

interface BlockToolsProps {
  clientId: string
  /** What people call the block. */
  label: string
  /** The kind that its text is of; undefined for one that is no text. */
  choice: TextChoice | undefined
  /** What more can be added inside it; undefined where nothing can. */
  holds: Held | undefined
  /** What people call the container it is in; undefined for an outermost block. */
  within: string | undefined
  actions: BlockActions
  isFirst: boolean
  isLast: boolean
  /** The element around all blocks. */
  root: RefObject<HTMLDivElement | null>
}

/** What can be done with the block that the caret is in. Typing in it changes nothing here. */
export const BlockTools = memo(function BlockTools(props: BlockToolsProps) {
  const { clientId, label: shown, choice, holds, within, actions, isFirst, isLast, root } = props
  const lastSelected = useRef<SelectedText | null>(null)
  const hasMarkup = choice !== undefined && choice.name !== 'core/code'

  const rowOf = () => root.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(clientId)}"]`)

  /** The text of the block that has the selection: pressing a tool does not take it away. */
  function selectedText(): SelectedText | null {
    for (const element of rowOf()?.querySelectorAll<HTMLElement>('[data-rich]') ?? []) {
      const range = selectedRange(element)
      if (range) return (lastSelected.current = { element, range: range.cloneRange() })
    }
    return null
  }

  const pressed = useFormats(selectedText)

  /** Back from the tools to where the caret was. */
  function leave() {
    const found = selectedText() ?? lastSelected.current
    if (found?.element.isConnected) selectAgain(found)
    else rowOf()?.querySelector<HTMLElement>('[data-rich], textarea, [tabindex], button')?.focus()
  }

  const textTool = (
    label: string,
    icon: LucideIcon,
    keys: string | undefined,
    use: (text: HTMLElement) => void,
    isPressed?: boolean,
  ) => (
    <IconButton
      aria-pressed={isPressed}
      size="small"
      label={label}
      icon={icon}
      {...(keys !== undefined && { keys })}
      onMouseDown={keepSelection}
      onClick={() => {
        const found = selectedText()
        if (found) use(found.element)
      }}
    />
  )

  const format = (label: string, icon: LucideIcon, tag: FormatTag, keys: string) =>
    textTool(label, icon, keys, (text) => toggleTag(text, tag), pressed.split(' ').includes(tag))

  const indent = (label: string, icon: LucideIcon, way: 'in' | 'out', keys: string) =>
    textTool(label, icon, keys, (item) => {
      if (item.dataset.rich) actions.indent(item.dataset.rich, way, caretOffset(item) ?? 0)
    })

  return (
    <Toolbar className="block-tools" label={`Tools of this ${shown}`} onLeave={leave}>
      {within !== undefined && (
        <IconButton
          size="small"
          label={`To the ${within} around it`}
          icon={CornerLeftUp}
          onClick={() => headAround(rowOf())?.focus()}
        />
      )}
      {choice ? (
        <select
          className="input"
          aria-label="Kind of block"
          value={choice.label}
          onChange={(event) => {
            const next = textChoices.find(({ label }) => label === event.target.value)
            if (next) actions.turn(clientId, next)
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
          {format('Bold', Bold, 'strong', 'Mod+B')}
          {format('Italic', Italic, 'em', 'Mod+I')}
          {format('Strikethrough', Strikethrough, 's', 'Mod+Shift+X')}
          {format('Inline code', CodeXml, 'code', 'Mod+E')}
          <LinkTool
            find={selectedText}
            onEmbed={({ url }) => actions.add(makeSourceBlock('core/embed', embedSource(url)), clientId)}
          />
          {actions.hasFootnotes &&
            textTool('Footnote', Superscript, undefined, (element) => {
              const range = selectedRange(element)
              if (!range) return
              insertAtEnd(element, range, newFootnoteMark())
              actions.ensureFootnotes()
            })}
        </>
      )}
      {choice?.name === 'core/list' && (
        <>
          {indent('Indent', ListIndentIncrease, 'in', 'Tab')}
          {indent('Outdent', ListIndentDecrease, 'out', 'Shift+Tab')}
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
        {addChoices.map(({ label, icon, make }) => (
          <MenuItem key={label} icon={icon} onSelect={() => actions.add(make(), clientId)}>
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
      <IconButton
        size="small"
        label="Duplicate block"
        icon={Copy}
        onClick={() =>
          actions.transform((blocks) => {
            const block = findBlock(blocks, clientId)
            const [copy] = block ? withFreshIds([block]) : []
            if (!copy) return { blocks, caret: null }
            return { blocks: withPlaced(blocks, [copy], { clientId, side: 'after' }), caret: null }
          })
        }
      />
      <IconButton size="small" label="Delete block" icon={Trash2} onClick={() => actions.remove(clientId)} />
    </Toolbar>
  )
})

/** The head of the container that a block is in. */
function headAround(row: HTMLElement | null | undefined): HTMLElement | null | undefined {
  return row?.parentElement
    ?.closest('.container-block')
    ?.querySelector<HTMLElement>('.container-head > button')
}
