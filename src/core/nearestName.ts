/** The one of several names that another was mostly meant to be: one or two letters off, or in another case. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  const most = wanted.length > 4 ? 2 : 1
  let nearest: string | undefined
  let least = most + 1
  for (const one of known) {
    const distance = distanceOf(wanted, one.toLowerCase())
    if (distance < least && one !== name) [nearest, least] = [one, distance]
  }
  return nearest
}

/** How many letters are to be put in, taken out or exchanged. */
function distanceOf(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      now[at] = Math.min(
        (before[at] as number) + 1,
        (now[at - 1] as number) + 1,
        (before[at - 1] as number) + (isSame ? 0 : 1),
      )
    }
    before = now
  }
  return before[other.length] as number
}
