/** The code points of the named entities that WordPress writes; its typography is mostly numeric. */
const codes: { readonly [name: string]: number | undefined } = {
  amp: 38,
  lt: 60,
  gt: 62,
  quot: 34,
  apos: 39,
  nbsp: 160,
  laquo: 171,
  raquo: 187,
  copy: 169,
  reg: 174,
  trade: 8482,
  ndash: 8211,
  mdash: 8212,
  lsquo: 8216,
  rsquo: 8217,
  ldquo: 8220,
  rdquo: 8221,
  hellip: 8230,
}

/**
 * The text that HTML entities stand for: numeric ones, and the named ones that WordPress writes. Each is decoded once,
 * so that `&amp;lt;` gives `&lt;`. Others stay as they are, tags too: show the result as text, never as HTML.
 */
export function decodeEntities(html: string): string {
  return html.replace(
    /&(?:#(x[\da-f]+|\d+)|(\w+));/gi,
    (entity, digits: string | undefined, name: string) => {
      const code = digits ? Number(`0${digits}`) : (codes[name] ?? 0)
      // Half a character is none; and what every object inherits is no number.
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : entity
    },
  )
}
