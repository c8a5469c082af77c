/** Which safety copies hold what was given up: the server keeps them, but nobody wants to be offered them again. */
const keyOf = (type: string, id: number | string) => `copydesk-thrown-away/${type}/${id}`

/**
 * Remembers that what is unsaved in a document was given up.
 *
 * @param copiedAt - when the last copy of it was made, by the server's clock in UTC; undefined where that is not known
 */
export function throwAway(type: string, id: number | string, copiedAt: string | undefined): void {
  localStorage.setItem(keyOf(type, id), copiedAt ?? new Date().toISOString().slice(0, 19))
}

/** Whether a copy that was made then holds nothing but what was given up. */
export function isThrownAway(type: string, id: number | string, copiedAt: string): boolean {
  const last = localStorage.getItem(keyOf(type, id))
  return last !== null && copiedAt <= last
}
