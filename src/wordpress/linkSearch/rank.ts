/**
 * Orders search results by how well their titles match, best first; equals stay as they came. A title scores by the
 * share of its words that are a searched word (10) or merely contain one (1).
 */
export function rank<Result extends { readonly title: string }>(
  results: readonly Result[],
  search: string,
): readonly Result[] {
  const searched = wordsOf(search)
  // Kept by result, not by id: an id of a post may be that of a term, too.
  const scored = results.map((result) => ({ result, score: scoreOf(wordsOf(result.title), searched) }))
  return scored.sort((one, other) => other.score - one.score).map(({ result }) => result)
}

/** The words of a text: runs of letters or digits of any script, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize()
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function scoreOf(words: readonly string[], searched: readonly string[]): number {
  const points = words.map((word) =>
    searched.includes(word) ? 10 : searched.some((part) => word.includes(part)) ? 1 : 0,
  )
  return points.reduce<number>((sum, point) => sum + point, 0) / (words.length || 1)
}
