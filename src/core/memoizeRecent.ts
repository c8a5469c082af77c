/** So many results are remembered. */
const most = 4

/**
 * Remembers the last few results of a function of one object. What is typed is gone with the next key: the results stand in
 * two arrays that stay, as an entry made for each, in a weak map or a list, is work for the garbage collector:
 * `npm run bench -- --only typing`.
 */
export function memoizeRecent<Given extends object, Result>(
  make: (given: Given) => Result,
): (given: Given) => Result {
  const givens: Given[] = []
  const results: Result[] = []
  let next = 0
  return (given) => {
    const known = givens.indexOf(given)
    if (known >= 0) return results[known] as Result
    const result = make(given)
    givens[next] = given
    results[next] = result
    next = (next + 1) % most
    return result
  }
}
