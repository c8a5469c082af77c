import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { ContentBlock } from 'copydesk'
import { clipboardOf, rangeBetween, siblingsOf, withoutBlocks, withReplaced } from './blockRange'
import { findBlock } from './blockTree'
import { isAllSelected, isHeadInLine } from './caret'
import { makeBlock } from './editableBlock'
import { escapeText } from './inlineHtml'
import { blocksFromClipboard } from './readPasted'
import type { BlockActions } from './useBlockActions'

type Blocks = readonly ContentBlock[]

/** Where a selection of whole blocks began, and where it ends. */
interface Ends {
  anchor: string
  head: string
}

/** Several blocks that are selected as wholes, by key or by mouse. */
export interface BlockSelection {
  /** None where no blocks are selected. */
  selected: Blocks
  clear: () => void
  /** For the element around the blocks. */
  handlers: {
    onKeyDownCapture: (event: KeyboardEvent) => void
    onMouseDownCapture: (event: MouseEvent) => void
    onCopy: (event: ClipboardEvent) => void
    onCut: (event: ClipboardEvent) => void
    onPaste: (event: ClipboardEvent) => void
  }
}

/**
 * Selects whole blocks: by Shift and an arrow out of a text, by Ctrl+A where all of a text is selected, by the mouse from
 * one block to another. What is typed, pasted or deleted then is instead of all of them.
 */
export function useBlockSelection(
  blocks: Blocks,
  actions: BlockActions,
  root: RefObject<HTMLDivElement | null>,
): BlockSelection {
  const [ends, setEnds] = useState<Ends | null>(null)
  const stopDrag = useRef<(() => void) | null>(null)
  const selected = ends ? rangeBetween(blocks, ends.anchor, ends.head) : []
  useEffect(() => () => stopDrag.current?.(), [])

  // Marked on the page itself: a selection renders no block again.
  useLayoutEffect(() => {
    const marked = new Set(selected.map(({ clientId }) => clientId))
    for (const row of root.current?.querySelectorAll<HTMLElement>('[data-block]') ?? []) {
      row.toggleAttribute('data-selected', marked.has(row.dataset.block))
    }
  })

  function select(next: Ends) {
    setEnds(next)
    getSelection()?.removeAllRanges()
    root.current?.focus({ preventScroll: true })
  }

  function selectAll() {
    const [first, last] = [blocks[0]?.clientId, blocks.at(-1)?.clientId]
    if (first !== undefined && last !== undefined) select({ anchor: first, head: last })
  }

  function extend(from: Ends, by: 1 | -1) {
    const siblings = siblingsOf(blocks, from.anchor)
    const at = siblings.findIndex((block) => block.clientId === rowIn(siblings, from.head))
    const next = siblings[at + by]?.clientId
    if (next === undefined)
      return select({ anchor: from.anchor, head: rowIn(siblings, from.head) ?? from.head })
    select({ anchor: from.anchor, head: next })
    root.current?.querySelector(rowSelector(next))?.scrollIntoView({ block: 'nearest' })
  }

  /** Ends the selection with the caret in its first or last text. */
  function leave(side: 'first' | 'last') {
    const block = side === 'first' ? selected[0] : selected.at(-1)
    setEnds(null)
    const texts = root.current?.querySelectorAll<HTMLElement>(
      `${rowSelector(block?.clientId ?? '')} :is([data-rich], textarea, button)`,
    )
    const text = side === 'first' ? texts?.[0] : texts?.[texts.length - 1]
    text?.focus()
  }

  function replace(added: Blocks) {
    setEnds(null)
    actions.transform((all) =>
      added.length > 0 ? withReplaced(all, selected, added) : withoutBlocks(all, selected),
    )
  }

  function pressSelected(event: KeyboardEvent, from: Ends) {
    const isCommand = event.ctrlKey || event.metaKey
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (isCommand && event.key.toLowerCase() === 'a') selectAll()
    else if (isCommand || event.altKey) return
    else if (step !== 0 && event.shiftKey) extend(from, step)
    else if (step === -1 || event.key === 'ArrowLeft' || event.key === 'Escape') leave('first')
    else if (step === 1 || event.key === 'ArrowRight') leave('last')
    else if (event.key === 'Backspace' || event.key === 'Delete') replace([])
    else if (event.key === 'Enter') replace([makeBlock('core/paragraph')])
    else if (event.key.length === 1) replace([makeBlock('core/paragraph', escapeText(event.key))])
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (ends && event.target === root.current) return pressSelected(event, ends)
    const text =
      event.target instanceof HTMLElement && event.target.matches('[data-rich]') ? event.target : null
    const own = text?.closest<HTMLElement>('[data-block]')?.dataset.block
    if (!text || own === undefined || event.altKey) return
    const isCommand = event.ctrlKey || event.metaKey
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (isCommand && event.key.toLowerCase() === 'a' && isAllSelected(text)) selectAll()
    else if (step !== 0 && event.shiftKey && !isCommand && isOutermostText(text, step))
      extend({ anchor: own, head: own }, step)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Whether the selection would leave the block with the next line up or down. */
  function isOutermostText(text: HTMLElement, step: 1 | -1): boolean {
    const texts = [...(text.closest('[data-block]')?.querySelectorAll('[data-rich]') ?? [])]
    const isAtEdge = (step === 1 ? texts.at(-1) : texts[0]) === text
    return isAtEdge && isHeadInLine(text, step === 1 ? 'last' : 'first')
  }

  function begin(event: MouseEvent) {
    if (event.button !== 0) return
    const start = rowAt(event.target)
    const active = rowAt(document.activeElement)
    if (event.shiftKey && start && active && start !== active) {
      event.preventDefault()
      return select({ anchor: active, head: start })
    }
    if (!start || !(event.target instanceof Element) || !event.target.closest('[data-rich]')) return
    const move = (moved: globalThis.MouseEvent) => {
      const row = rowAt(moved.target)
      if (!row || !root.current?.contains(moved.target as Node)) return
      const isOther = row !== start
      if (isOther) root.current.dataset.selecting = ''
      if (isOther || root.current.dataset.selecting !== undefined) select({ anchor: start, head: row })
    }
    const stop = () => {
      removeEventListener('mousemove', move)
      removeEventListener('mouseup', stop)
      delete root.current?.dataset.selecting
      stopDrag.current = null
    }
    stopDrag.current?.()
    stopDrag.current = stop
    addEventListener('mousemove', move)
    addEventListener('mouseup', stop)
  }

  function copy(event: ClipboardEvent): boolean {
    if (selected.length === 0 || event.target !== root.current) return false
    const { html, text } = clipboardOf(selected)
    event.preventDefault()
    event.clipboardData.setData('text/html', html)
    event.clipboardData.setData('text/plain', text)
    return true
  }

  return {
    selected,
    clear: () => setEnds(null),
    handlers: {
      onKeyDownCapture: press,
      onMouseDownCapture: begin,
      onCopy: (event) => void copy(event),
      onCut: (event) => {
        if (copy(event)) replace([])
      },
      onPaste: (event) => {
        if (selected.length === 0 || event.target !== root.current) return
        event.preventDefault()
        const pasted = blocksFromClipboard(event.clipboardData)
        if (pasted.length > 0) replace(pasted)
      },
    },
  }
}

function rowSelector(clientId: string): string {
  return `[data-block="${CSS.escape(clientId)}"]`
}

function rowAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-block]')?.dataset.block : undefined
}

/** Which of some blocks another one is or is in. */
function rowIn(siblings: Blocks, clientId: string): string | undefined {
  return siblings.find((block) => findBlock([block], clientId))?.clientId
}
