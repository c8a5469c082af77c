import { shownText } from './caret'
import { escapeText, inlineAttributes, isInlineHtml, isSafeAddress } from './inlineHtml'
import { pendingFormat } from './pendingFormat'

/** Markup that a key puts text into. */
export type FormatTag = 'strong' | 'em' | 's' | 'code'

const sameAs: Record<string, string> = { b: 'strong', i: 'em', strike: 's' }

/** What was typed into an element, as HTML that a text may have inside, whatever the browser or a drop made of it. */
export function readTyped(element: HTMLElement): string {
  // The break at the very end only makes room for the caret.
  const html = element.innerHTML.replace(/<br>((?:<\/\w+>)*)$/, '$1')
  return isInlineHtml(html) ? html : [...element.childNodes].map(cleaned).join('').replace(/^<br>/, '')
}

/**
 * Puts the selection in an element into a tag, or takes it out of the one that it is in. Where nothing is selected, what
 * is typed next is in it, or is not any more.
 */
export function toggleTag(element: HTMLElement, tag: FormatTag): void {
  const range = selectedRange(element)
  if (!range) return
  if (range.collapsed) {
    pendingFormat.set(element, tag, !isFormatted(element, tag))
    return
  }
  const around = enclosing(element, range.commonAncestorContainer, tag)
  if (around) takeOut(range, around)
  else wrap(range, document.createElement(tag))
  tellInput(element)
}

/** Whether what is typed at the caret is in a tag. */
export function isFormatted(element: HTMLElement, tag: FormatTag): boolean {
  const range = selectedRange(element)
  const asked = pendingFormat.of(element, tag)
  return asked ?? (range !== null && enclosing(element, range.commonAncestorContainer, tag) !== null)
}

/** Types text with the markup that was asked for where the caret is; false where none was. */
export function typeFormatted(element: HTMLElement, text: string): boolean {
  const range = selectedRange(element)
  const wanted = pendingFormat.take(element)
  if (!range?.collapsed || wanted.length === 0) return false
  let node: Node = document.createTextNode(text)
  for (const [tag, isOn] of wanted) {
    const around = enclosing(element, range.startContainer, tag)
    if (isOn && !around) {
      const holder = document.createElement(tag)
      holder.append(node)
      node = holder
    } else if (!isOn && around) splitAround(range, around)
  }
  range.insertNode(node)
  range.selectNodeContents(node)
  range.collapse(false)
  select(range)
  tellInput(element)
  return true
}

/** Puts a line break in the place of the selection. */
export function insertLineBreak(element: HTMLElement): void {
  const range = selectedRange(element)
  if (!range) return
  range.deleteContents()
  const line = document.createElement('br')
  range.insertNode(line)
  range.setStartAfter(line)
  range.collapse(true)
  const rest = range.cloneRange()
  rest.setEnd(element, element.childNodes.length)
  // The browser shows an empty last line only where another break ends it; what is read leaves that one out.
  if (shownText(rest.cloneContents()) === '') line.after(document.createElement('br'))
  select(range)
  tellInput(element)
}

/** Puts HTML in the place of the selection, with the caret behind it. */
export function insertHtml(element: HTMLElement, html: string): void {
  const range = selectedRange(element)
  if (!range) return
  range.deleteContents()
  range.insertNode(range.createContextualFragment(html))
  range.collapse(false)
  select(range)
  tellInput(element)
}

/** The link that a selection is in. */
export function linkAround(element: HTMLElement, range: Range): HTMLElement | null {
  return enclosing(element, range.commonAncestorContainer, 'a')
}

/** Makes mere text of the link that a selection is in. */
export function removeLink(element: HTMLElement, range: Range): void {
  const link = linkAround(element, range)
  if (!link) return
  link.replaceWith(...link.childNodes)
  tellInput(element)
}

/** Makes a link of the selection in an element, or puts one with its address as the text where the caret is. */
export function insertLink(element: HTMLElement, range: Range, address: string, text = address): void {
  if (!isSafeAddress(address)) return
  const around = enclosing(element, range.commonAncestorContainer, 'a')
  if (around) around.setAttribute('href', address)
  else {
    const link = document.createElement('a')
    link.href = address
    if (range.collapsed) {
      link.textContent = text
      range.insertNode(link)
      range.setStartAfter(link)
    } else wrap(range, link)
  }
  tellInput(element)
}

/** Puts HTML behind the selection in an element. */
export function insertAtEnd(element: HTMLElement, range: Range, html: string): void {
  range.collapse(false)
  range.insertNode(range.createContextualFragment(html))
  range.collapse(false)
  tellInput(element)
}

/** The selection, where it lies in an element. */
export function selectedRange(element: HTMLElement): Range | null {
  const selection = getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
  return range && element.contains(range.commonAncestorContainer) ? range : null
}

function wrap(range: Range, holder: HTMLElement): void {
  const taken = range.extractContents()
  // A link in a link, bold in bold: the inner one goes.
  for (const inner of taken.querySelectorAll(holder.localName)) inner.replaceWith(...inner.childNodes)
  holder.append(taken)
  range.insertNode(holder)
  getSelection()?.selectAllChildren(holder)
}

/** The selected part of an element stands outside it; what is beside it stays in two of its kind. */
function takeOut(range: Range, around: HTMLElement): void {
  const taken = range.extractContents()
  const [first, last] = [taken.firstChild, taken.lastChild]
  splitAround(range, around)
  range.insertNode(taken)
  if (!first || !last) return
  range.setStartBefore(first)
  range.setEndAfter(last)
  select(range)
}

/** Takes an element apart where a range is, which stands between the two then. */
function splitAround(range: Range, around: HTMLElement): void {
  const after = range.cloneRange()
  after.setEndAfter(around)
  const rest = after.extractContents()
  range.setStartAfter(around)
  range.collapse(true)
  if (rest.textContent !== '') range.insertNode(rest)
  range.setStartAfter(around)
  range.collapse(true)
  if (around.textContent === '') around.remove()
}

function select(range: Range): void {
  const selection = getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

function enclosing(element: HTMLElement, node: Node, tag: string): HTMLElement | null {
  const start = node instanceof Element ? node : node.parentElement
  const found = start?.closest<HTMLElement>(tag) ?? null
  return found && found !== element && element.contains(found) ? found : null
}

function tellInput(element: HTMLElement): void {
  element.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

function cleaned(node: Node): string {
  if (node instanceof Text) return escapeText(node.data)
  if (!(node instanceof HTMLElement) || /^(?:script|style)$/.test(node.localName)) return ''
  const inside = [...node.childNodes].map(cleaned).join('')
  const name = sameAs[node.localName] ?? node.localName
  if (name === 'br') return '<br>'
  if (/^(div|p|li|h[1-6]|blockquote)$/.test(name)) return `<br>${inside}`
  const attributes = inlineAttributes(name, node)
  return attributes === null ? inside : `<${name}${attributes}>${inside}</${name}>`
}
