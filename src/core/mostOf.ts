/** The greatest number up to `most` for which a test holds that holds for all from 1 up to it; 0 where there is none. Found by halves. */
export function mostOf(most: number, holds: (count: number) => boolean): number {
  let [from, to] = [0, most]
  while (from < to) {
    const middle = (from + to + 1) >> 1
    if (holds(middle)) from = middle
    else to = middle - 1
  }
  return from
}
