/** The first words that a reader would see of some markup. */
export function wordsOf(source: string): string {
  return source
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
}
