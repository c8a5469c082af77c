/** Elements that text may have inside, with their attributes: what an editor can show and type into safely. */
const elements: Record<string, readonly string[]> = {
  // The last two WordPress's own editor writes, with what was chosen.
  a: ['href', 'target', 'rel', 'title', 'id', 'class', 'data-type', 'data-id'],
  abbr: ['title'],
  b: [],
  bdo: ['dir', 'lang'],
  br: [],
  cite: [],
  code: ['class'],
  del: [],
  em: [],
  i: [],
  ins: [],
  kbd: [],
  mark: ['class', 'style'],
  q: [],
  s: [],
  small: [],
  span: ['class', 'style', 'lang'],
  strong: [],
  sub: [],
  sup: ['class', 'data-fn'],
  u: [],
}

const tag = /<(\/?)([a-z]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/g
const attribute = /([a-z-]+)="([^"]*)"/g

/**
 * Whether a piece of HTML is nothing but text with well-formed inline markup, so that it may be put into the page as
 * it is: no scripts, no handlers, no addresses that run something. Anything else is shown as source.
 */
export function isInlineHtml(html: string): boolean {
  const open: string[] = []
  let textStart = 0
  for (const match of html.matchAll(tag)) {
    const [all, closes, name = '', attributes = ''] = match
    if (html.slice(textStart, match.index).includes('<')) return false
    textStart = match.index + all.length
    const known = Object.hasOwn(elements, name) ? elements[name] : undefined
    if (known === undefined) return false
    if (closes) {
      if (open.pop() !== name) return false
      continue
    }
    // The browser would take a link inside a link apart.
    if (name === 'a' && open.includes('a')) return false
    for (const [, key = '', value = ''] of attributes.matchAll(attribute)) {
      if (!known.includes(key) || !isHarmless(key, value)) return false
    }
    if (name !== 'br') open.push(name)
  }
  return open.length === 0 && !html.slice(textStart).includes('<')
}

/** The attributes of an element that may stay, as they are written; null where it may not stay itself. */
export function inlineAttributes(name: string, element: Element): string | null {
  const known = Object.hasOwn(elements, name) ? elements[name] : undefined
  if (known === undefined) return null
  return known
    .map((key) => [key, element.getAttribute(key)] as const)
    .filter(([key, value]) => value !== null && isHarmless(key, escapeAttribute(value)))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value as string)}"`)
    .join('')
}

/** Text as HTML. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text as the value of an attribute. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Whether an address is one to go to: not `javascript:`, however it is written. */
export function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|[#/?])/i.test(address) || !/[:&]/.test(address)
}

function isHarmless(key: string, value: string): boolean {
  if (key === 'href') return isSafeAddress(value)
  return key !== 'style' || isHarmlessStyle(value)
}

/** How text itself looks. Nothing here is a place on the page, or can name something to load. */
const styleProperties: ReadonlySet<string> = new Set([
  'background-color',
  'color',
  'direction',
  'font-family',
  'font-size',
  'font-style',
  'font-variant',
  'font-weight',
  'letter-spacing',
  'line-height',
  'text-decoration',
  'text-decoration-color',
  'text-decoration-line',
  'text-decoration-style',
  'text-transform',
  'vertical-align',
  'white-space',
  'word-spacing',
])

/** Colours, sizes and names; of functions those that calculate one. */
const styleValue = /^[\w\s#%.,'()/+*-]*$/
const styleFunction = /([a-z-]*)\(/gi
const styleFunctions = /^(?:|rgba?|hsla?|hwb|oklch|oklab|calc|clamp|min|max|var)$/i

function isHarmlessStyle(style: string): boolean {
  return style.split(';').every((declaration) => {
    if (declaration.trim() === '') return true
    const [, property = '', value = ''] = /^\s*([a-z-]+)\s*:(.*)$/is.exec(declaration) ?? []
    const functions = [...value.matchAll(styleFunction)].map(([, name = '']) => name)
    return (
      styleProperties.has(property.toLowerCase()) &&
      styleValue.test(value) &&
      functions.every((name) => styleFunctions.test(name))
    )
  })
}
