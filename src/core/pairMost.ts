/** A place in one list and the place of what it has become in another. */
export type Pair = readonly [before: number, after: number]

/**
 * Which places of two lists make pairs, in order, so that they score most in all.
 * @param scoreOf - How well two places go together; 0 where they make no pair.
 */
export function pairMost(
  before: number,
  after: number,
  scoreOf: (before: number, after: number) => number,
): readonly Pair[] {
  const width = after + 1
  const scores = new Float64Array((before + 1) * width)
  const best = new Float64Array(scores.length)
  for (let i = before - 1; i >= 0; i--) {
    for (let j = after - 1; j >= 0; j--) {
      const at = i * width + j
      const score = scoreOf(i, j)
      scores[at] = score
      const paired = score > 0 ? score + (best[at + width + 1] ?? 0) : 0
      best[at] = Math.max(best[at + width] ?? 0, best[at + 1] ?? 0, paired)
    }
  }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < before && j < after;) {
    const at = i * width + j
    const score = scores[at] ?? 0
    if (score > 0 && best[at] === score + (best[at + width + 1] ?? 0)) pairs.push([i++, j++])
    else if (best[at] === best[at + width]) i++
    else j++
  }
  return pairs
}
