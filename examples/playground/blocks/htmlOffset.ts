/** Where in some HTML the place is before which so many characters of text stand. */
export function htmlOffset(html: string, textOffset: number): number {
  let place = 0
  let count = 0
  for (const piece of piecesOf(html)) {
    if (count === textOffset) break
    place += piece.length
    if (!isTag(piece)) count++
  }
  return place
}

/** How many characters of text stand before a place in some HTML. */
export function textOffset(html: string, htmlOffset: number): number {
  let place = 0
  let count = 0
  for (const piece of piecesOf(html)) {
    place += piece.length
    if (place > htmlOffset) break
    if (!isTag(piece)) count++
  }
  return count
}

/** Tags, characters, and what stands for a character. */
function piecesOf(html: string): readonly string[] {
  // Behind the last end of a tag there is none: each `<` there would be looked for one to the end of the text.
  const end = html.lastIndexOf('>') + 1
  const [tagged, rest] = [html.slice(0, end), html.slice(end)]
  return [...(tagged.match(/<[^>]*>|&#?\w+;|[^]/g) ?? []), ...(rest.match(/&#?\w+;|[^]/g) ?? [])]
}

function isTag(piece: string): boolean {
  // A line break is a character that is shown.
  return piece.length > 1 && /^<(?!br\b)/i.test(piece)
}
