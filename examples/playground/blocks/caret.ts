/** How many characters of text stand in an element before the caret; null when the caret is not in it. */
export function caretOffset(element: HTMLElement): number | null {
  const range = caretRange(element)
  return range && charactersBefore(element, range.startContainer, range.startOffset)
}

/** A selection within a text, in characters: where it began, and where it ends, which is where the caret is. */
export interface SelectedText {
  anchor: number
  head: number
}

/** What is selected in an element; null when the selection is not in it. */
export function selectedIn(element: HTMLElement): SelectedText | null {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {}
  if (!anchorNode || !focusNode || !element.contains(anchorNode) || !element.contains(focusNode)) return null
  return {
    anchor: charactersBefore(element, anchorNode, anchorOffset ?? 0),
    head: charactersBefore(element, focusNode, focusOffset ?? 0),
  }
}

/** Selects text in an element that has the focus. */
export function selectIn(element: HTMLElement, { anchor, head }: SelectedText): void {
  getSelection()?.setBaseAndExtent(...pointAt(element, anchor), ...pointAt(element, head))
}

/** Focuses an element and puts the caret so many characters into its text, or at its end. */
export function placeCaret(element: HTMLElement, offset: number): void {
  element.focus({ preventScroll: true })
  getSelection()?.collapse(...pointAt(element, offset))
  element.scrollIntoView({ block: 'nearest' })
}

/** The place so many characters into an element's text, or at its end. A line break counts as one. */
export function pointAt(element: HTMLElement, offset: number): Point {
  let left = offset
  let last: Point = [element, 0]
  for (const node of textsAndBreaks(element)) {
    if (node instanceof Text) {
      if (left <= node.length) return [node, left]
      left -= node.length
      last = [node, node.length]
    } else {
      const place = [...(node.parentNode?.childNodes ?? [])].indexOf(node)
      if (left === 0) return [node.parentNode ?? element, place]
      left -= 1
      // A line break at the very end only makes room for the caret before it.
      if (node !== element.lastChild) last = [node.parentNode ?? element, place + 1]
    }
  }
  return last
}

/** What an element shows, as text. */
export function shownText(root: Node): string {
  return textsAndBreaks(root)
    .map((node) => (node instanceof Text ? node.data : '\n'))
    .join('')
}

function textsAndBreaks(root: Node): (Text | HTMLBRElement)[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const found: (Text | HTMLBRElement)[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text || node instanceof HTMLBRElement) found.push(node)
  }
  return found
}

/** The HTML before and after the selection, which falls away. */
export function cutAtCaret(element: HTMLElement): { head: string; tail: string } | null {
  const range = caretRange(element)
  if (!range) return null
  return {
    head: htmlBetween(element, [element, 0], [range.startContainer, range.startOffset]),
    tail: htmlBetween(element, [range.endContainer, range.endOffset], [element, element.childNodes.length]),
  }
}

/** Whether nothing is selected and the caret stands before or behind all text of an element. */
export function isCaretAt(element: HTMLElement, side: 'start' | 'end'): boolean {
  const range = caretRange(element)
  if (!range?.collapsed) return false
  const offset = caretOffset(element) ?? 0
  if (side === 'start') return offset === 0
  return offset >= shownText(element).length - (element.lastChild instanceof HTMLBRElement ? 1 : 0)
}

/** Whether the caret stands in the first or last line that an element shows. */
export function isCaretInLine(element: HTMLElement, side: 'first' | 'last'): boolean {
  const range = caretRange(element)
  if (!range?.collapsed) return false
  const caret = range.getClientRects()[0]
  // An empty element has a caret without a place.
  if (!caret) return element.textContent === '' || isCaretAt(element, side === 'first' ? 'start' : 'end')
  const box = element.getBoundingClientRect()
  const distance = side === 'first' ? caret.top - box.top : box.bottom - caret.bottom
  return distance < caret.height * 0.75
}

/** Whether the moving end of the selection stands in the first or last line that an element shows. */
export function isHeadInLine(element: HTMLElement, side: 'first' | 'last'): boolean {
  const { focusNode, focusOffset = 0 } = getSelection() ?? {}
  if (!focusNode || !element.contains(focusNode)) return false
  const head = document.createRange()
  head.setStart(focusNode, focusOffset)
  const line = head.getClientRects()[0]
  const length = shownText(element).length
  // At the end of a line, and in an empty one, a caret has no place of its own.
  if (!line) {
    const offset = charactersBefore(element, focusNode, focusOffset)
    return side === 'first' ? offset === 0 : offset >= length
  }
  const box = element.getBoundingClientRect()
  const distance = side === 'first' ? line.top - box.top : box.bottom - line.bottom
  return distance < line.height * 0.75
}

/** Whether all text of an element is selected, as that of an empty one always is. */
export function isAllSelected(element: HTMLElement): boolean {
  const selected = selectedIn(element)
  if (!selected) return false
  const { anchor, head } = selected
  const length = shownText(element).length - (element.lastChild instanceof HTMLBRElement ? 1 : 0)
  return Math.min(anchor, head) === 0 && Math.max(anchor, head) >= length
}

/** How much text some HTML shows. */
export function textLength(html: string): number {
  return shownText(asDocument(html).body).length
}

function asDocument(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

type Point = readonly [node: Node, offset: number]

function charactersBefore(element: HTMLElement, node: Node, offset: number): number {
  const before = document.createRange()
  before.setStart(element, 0)
  before.setEnd(node, offset)
  return shownText(before.cloneContents()).length
}

function htmlBetween(element: HTMLElement, from: Point, to: Point): string {
  const range = document.createRange()
  range.setStart(...from)
  range.setEnd(...to)
  const holder = document.createElement(element.tagName)
  holder.append(range.cloneContents())
  return holder.innerHTML
}

function caretRange(element: HTMLElement): Range | null {
  const selection = getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
  return range && element.contains(range.commonAncestorContainer) ? range : null
}

/** Focuses a field and puts the caret so many characters into it. */
export function placeInField(field: HTMLTextAreaElement, offset: number): void {
  const place = Math.min(offset, field.value.length)
  field.focus({ preventScroll: true })
  field.setSelectionRange(place, place)
  field.scrollIntoView({ block: 'nearest' })
}
