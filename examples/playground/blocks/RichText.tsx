import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react'
import { movedOffset } from '../movedOffset'
import { addressIn } from '../links/addressIn'
import { blockStartIn } from './blockStarts'
import {
  caretOffset,
  cutAtCaret,
  isCaretAt,
  isCaretInLine,
  placeCaret,
  selectedIn,
  selectIn,
  shownText,
} from './caret'
import { contentOf } from './editableBlock'
import { escapeText, isInlineHtml } from './inlineHtml'
import {
  insertHtml,
  insertLineBreak,
  insertLink,
  readTyped,
  selectedRange,
  toggleTag,
  typeFormatted,
  type FormatTag,
} from './inlineEditing'
import { pendingFormat } from './pendingFormat'
import { blocksFromClipboard } from './readPasted'
import type { BlockActions } from './useBlockActions'
import { useTakeFiles } from './useFilesIntoText'
import { typedInto } from './typedInto'
import { useSlash } from './useSlash'

interface RichTextProps {
  clientId: string
  /** What it is called for those who do not see it. */
  label: string
  html: string
  /** Which text of the block it is, for colleagues to know where the caret is; by default its content. */
  attribute?: string | undefined
  placeholder?: string
  className?: string
  actions: BlockActions
  /** What a key that changed the text does; by default it changes the block's content. */
  onType?: (html: string, offset: number | null) => void
  /** Whether Enter, Backspace and paste may make and join blocks. */
  isBlock?: boolean
  /** Whether Enter makes a line break, in a text that is no block. */
  isMultiline?: boolean
  /** Whether `## ` and its like make another kind of block of it, and `/` shows them all. */
  isStarting?: boolean
  /** For an item of a list: takes it a level in or out. Tab does that, unless Escape was pressed before. */
  onIndent?: BlockActions['indent']
}

/**
 * A text with inline markup to type into. The page leaves it alone while somebody types, and takes over only what was
 * changed elsewhere: by an undo, say.
 */
export function RichText({
  clientId,
  label,
  html,
  placeholder,
  className,
  actions,
  onType = (typed, offset) => actions.type(clientId, { content: typed }, offset),
  isBlock = true,
  isMultiline = false,
  isStarting = false,
  attribute = isBlock ? 'content' : undefined,
  onIndent,
}: RichTextProps) {
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef<string | null>(null)
  const isLeaving = useRef(false)
  const slash = useSlash(clientId, actions, isStarting)
  const takeFiles = useTakeFiles()

  const isComposing = useRef(false)
  /** What the text was here when somebody began to compose. */
  const composedOver = useRef(html)
  const [, setComposed] = useState(0)

  useLayoutEffect(() => {
    const box = element.current
    // What is being composed is the browser's until it has ended: written anew, it would be torn off.
    if (!box || isComposing.current) return
    if (shown.current !== html) {
      const selected = document.activeElement === box ? selectedIn(box) : null
      const before = shownText(box)
      // What comes from elsewhere, such as another's screen, may be anything.
      box.innerHTML = isInlineHtml(html) ? html : escapeText(html)
      // A last line that is empty is shown only where another break ends it.
      if (box.lastChild instanceof HTMLBRElement) box.append(document.createElement('br'))
      shown.current = html
      if (selected) {
        const after = shownText(box)
        const moved = (offset: number) => movedOffset(before, after, offset)
        selectIn(box, { anchor: moved(selected.anchor), head: moved(selected.head) })
      }
    }
    const offset = actions.takeCaret(clientId)
    if (offset === null) return
    placeCaret(box, offset)
    // The first letter of an empty document makes this paragraph.
    if (html === '/') slash.read(html)
  })

  function takeTyped() {
    const box = element.current
    if (box && !isComposing.current) take(box, readTyped(box))
  }

  /** Takes what the text is now; what is shown may have come from elsewhere in part. */
  function take(box: HTMLDivElement, typed: string, taken = typed) {
    shown.current = typed
    onType(taken, caretOffset(box))
    slash.read(shownText(box))
  }

  function endComposition() {
    isComposing.current = false
    const box = element.current
    const typed = box && readTyped(box)
    if (box && typed !== null && typed !== shown.current) {
      // While something was composed the text may have changed elsewhere.
      const hasChanged = html !== composedOver.current
      take(box, typed, hasChanged ? typedInto(shown.current ?? html, typed, html) : typed)
    }
    // What came from elsewhere meanwhile is shown now.
    setComposed((count) => count + 1)
  }

  function noteCaret(box: HTMLElement) {
    if (isBlock) actions.noteCaret({ clientId, offset: caretOffset(box) ?? 0 })
  }

  /** What the browser is about to type. React tells of no deletions. */
  const beforeInput = useEffectEvent((event: InputEvent) => {
    const box = element.current
    if (!box) return
    noteCaret(box)
    if (event.inputType !== 'insertText' || event.data === null) return pendingFormat.forget()
    const start =
      isStarting && event.data === ' '
        ? blockStartIn(shownText(box).slice(0, caretOffset(box) ?? 0))
        : undefined
    const cut = start && cutAtCaret(box)
    if (cut) {
      event.preventDefault()
      actions.begin(clientId, start, cut.tail)
    } else if (typeFormatted(box, event.data)) event.preventDefault()
  })
  useEffect(() => {
    const box = element.current
    const listen = (event: InputEvent) => beforeInput(event)
    box?.addEventListener('beforeinput', listen)
    return () => box?.removeEventListener('beforeinput', listen)
  }, [])

  function press(event: KeyboardEvent<HTMLDivElement>) {
    const box = element.current
    if (!box || event.nativeEvent.isComposing || event.defaultPrevented) return
    noteCaret(box)
    if (slash.press(event)) return
    if (event.key === 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey) return pressTab(event, box)
    isLeaving.current = event.key === 'Escape'
    if (/^(?:Arrow|Home|End|Page)/.test(event.key)) pendingFormat.forget()
    const format = formatOf(event)
    if (format) {
      event.preventDefault()
      toggleTag(box, format)
    } else if (event.key === 'Enter') pressEnter(event, box)
    else if (isBlock && event.key === 'Backspace' && isCaretAt(box, 'start')) {
      event.preventDefault()
      actions.join(clientId, 'previous')
    } else if (isBlock && event.key === 'Delete' && isCaretAt(box, 'end')) {
      event.preventDefault()
      actions.join(clientId, 'next')
    } else if (!event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) leave(event, box)
  }

  /** Where it does not move the item it leads on, as anywhere: nobody is caught in a list. */
  function pressTab(event: KeyboardEvent, box: HTMLElement) {
    if (isLeaving.current || !onIndent) return
    const isMoved = onIndent(clientId, event.shiftKey ? 'out' : 'in', caretOffset(box) ?? 0)
    if (isMoved) event.preventDefault()
  }

  function pressEnter(event: KeyboardEvent, box: HTMLElement) {
    event.preventDefault()
    if (event.shiftKey || (isMultiline && !isBlock)) return insertLineBreak(box)
    const cut = isBlock && cutAtCaret(box)
    if (cut) actions.split(clientId, cut.head, cut.tail)
  }

  function paste(event: ClipboardEvent) {
    const box = element.current
    if (!box) return
    event.preventDefault()
    noteCaret(box)
    const files = [...event.clipboardData.files]
    const row = box.closest<HTMLElement>('[data-block]')?.dataset.block
    if (files.length > 0 && takeFiles && row !== undefined)
      return takeFiles(files, { clientId: row, side: 'after' })
    const text = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n')
    const range = selectedRange(box)
    const address = range && !range.collapsed ? addressIn(text) : null
    if (range && address !== null) return insertLink(box, range, address)
    const blocks = blocksFromClipboard(event.clipboardData)
    const [only] = blocks
    const isText = only?.name === 'core/paragraph' && blocks.length === 1
    const cut = isBlock && !isText ? cutAtCaret(box) : null
    if (cut) actions.paste(clientId, cut.head, blocks, cut.tail)
    else if (isText && /[<&]/.test(contentOf(only))) insertHtml(box, contentOf(only))
    else document.execCommand('insertText', false, text.replaceAll('\n', ' '))
  }

  const text = (
    <div
      {...slash.attributes}
      ref={element}
      className={className}
      contentEditable
      role="textbox"
      aria-multiline
      aria-label={label}
      aria-description={onIndent && 'Tab and Shift Tab indent it. Escape, then Tab, leaves it.'}
      onBlur={() => {
        isLeaving.current = false
        slash.close()
      }}
      data-placeholder={placeholder}
      data-rich={clientId}
      data-attribute={attribute}
      data-empty={html === '' || undefined}
      spellCheck
      onInput={takeTyped}
      onCompositionStart={() => {
        isComposing.current = true
        composedOver.current = html
      }}
      onCompositionEnd={endComposition}
      onMouseDown={() => pendingFormat.forget()}
      onKeyDown={press}
      onPaste={paste}
    />
  )
  if (!isStarting) return text
  return (
    <div className="slash-text">
      {text}
      {slash.menu}
    </div>
  )
}

const tags: Record<string, FormatTag> = { b: 'strong', i: 'em', e: 'code' }

/** The markup that keys ask for. */
function formatOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): FormatTag | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined
  const letter = key.toLowerCase()
  if (shiftKey) return letter === 'x' ? 's' : undefined
  return Object.hasOwn(tags, letter) ? tags[letter] : undefined
}

/** Arrows lead from one text to the next, as in one document. */
function leave(event: KeyboardEvent, box: HTMLElement): void {
  const isBack =
    (event.key === 'ArrowUp' && isCaretInLine(box, 'first')) ||
    (event.key === 'ArrowLeft' && isCaretAt(box, 'start'))
  const isOn =
    (event.key === 'ArrowDown' && isCaretInLine(box, 'last')) ||
    (event.key === 'ArrowRight' && isCaretAt(box, 'end'))
  if (!isBack && !isOn) return
  const texts = [...(box.closest('[data-blocks]')?.querySelectorAll<HTMLElement>('[data-rich]') ?? [])]
  const next = texts[texts.indexOf(box) + (isBack ? -1 : 1)]
  if (!next) return
  event.preventDefault()
  placeCaret(next, isBack ? Infinity : 0)
}
