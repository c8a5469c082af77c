import { createElement, type ReactNode } from 'react'
import { isSafeAddress } from '../blocks/inlineHtml'

/** Elements that are shown as they are, without their attributes. */
const plain =
  /^(?:p|h[2-6]|ul|ol|li|blockquote|cite|pre|code|strong|b|em|i|s|del|ins|sub|sup|kbd|mark|q|small|abbr|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td|dl|dt|dd|details|summary)$/
/** Elements that have nothing inside. */
const empty = /^(?:br|hr)$/
/** Elements whose text is for machines. */
const hidden = /^(?:script|style|template|noscript|iframe|object|svg|form|button|input|select|textarea)$/

/**
 * HTML as somebody else has written it, made into elements to read: headings, lists, quotes, tables, pictures and links,
 * and of everything else the text. Nothing of it is put into the page as HTML, so that nothing of it runs there.
 */
export function readableHtml(html: string): ReactNode[] {
  return childrenOf(new DOMParser().parseFromString(html, 'text/html').body)
}

function childrenOf(parent: Element): ReactNode[] {
  return [...parent.childNodes].map((node, place) =>
    node instanceof Element ? elementOf(node, place) : node instanceof Text ? textOf(node, parent) : null,
  )
}

/** React refuses the spaces between the parts of a table and of lists. */
function textOf({ data }: Text, parent: Element): string | null {
  return /^(?:table|thead|tbody|tfoot|tr|ul|ol|dl)$/.test(parent.localName) ? null : data
}

function elementOf(element: Element, key: number): ReactNode {
  const { localName: name } = element
  if (hidden.test(name)) return null
  if (empty.test(name)) return createElement(name, { key })
  if (plain.test(name)) return createElement(name, { key }, ...childrenOf(element))
  if (name === 'a') {
    const href = element.getAttribute('href') ?? ''
    const address = isSafeAddress(href) ? href : undefined
    return (
      <a key={key} href={address} target="_blank" rel="noreferrer">
        {childrenOf(element)}
      </a>
    )
  }
  if (name === 'img') {
    const src = element.getAttribute('src') ?? ''
    return isSafeAddress(src) ? <img key={key} src={src} alt={element.getAttribute('alt') ?? ''} /> : null
  }
  return <span key={key}>{childrenOf(element)}</span>
}
