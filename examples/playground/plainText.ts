/** Where a parser has something to do: a tag, an entity, a line break to unify, or blanks before the text, which are left out. */
const markup = /^\s|[&<\r\0]/

/** What a person reads of HTML, such as a rendered title: `Trains &amp; Trams` is "Trains & Trams". */
export function plainText(html: string): string {
  // Lists ask it of each title whenever they render, and a parser makes a document for each.
  if (!markup.test(html)) return html
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}
