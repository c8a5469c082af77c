import { escapeText, inlineAttributes, isInlineHtml, isSafeAddress } from './inlineHtml'

const sameAs: Record<string, string> = { b: 'strong', i: 'em' }

/** What was typed into an element, as HTML that a text may have inside, whatever the browser or a drop made of it. */
export function readTyped(element: HTMLElement): string {
  const html = element.innerHTML.replace(/<br>$/, '')
  return isInlineHtml(html) ? html : [...element.childNodes].map(cleaned).join('').replace(/^<br>/, '')
}

/** Puts the selection in an element into a tag, or takes it out of the one that it is in. */
export function toggleTag(element: HTMLElement, tag: 'strong' | 'em' | 'code'): void {
  const range = selectedRange(element)
  if (!range) return
  const around = enclosing(element, range.commonAncestorContainer, tag)
  if (around) around.replaceWith(...around.childNodes)
  else if (!range.collapsed) wrap(range, document.createElement(tag))
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
