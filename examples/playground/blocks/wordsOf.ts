/** The first words that a reader would see of some markup. */
export function wordsOf(source: string): string {
  // Behind the last end of a tag there is none: each `<` there would be looked for one to the end of the text.
  const end = source.lastIndexOf('>') + 1
  return (source.slice(0, end).replace(/<[^>]*>/g, ' ') + source.slice(end))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
}
