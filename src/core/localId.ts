/** Local ids in a text: no digit stands behind one, and none before its minus. */
export const localIds = /(?<!\d)(-[1-9]|local-\d)\d{15}(?!\d)/g

/** Whether a text names records that were made here. */
export function hasLocalId(text: string): boolean {
  return text.search(localIds) >= 0
}

const localId = /^(-[1-9]|local-\d)\d{15}$/

/**
 * Whether an id was given to a record before the server knew it: a negative number of sixteen digits, or `local-` with
 * sixteen digits where ids are texts.
 */
export function isLocalId(id: unknown): boolean {
  // Every number of every record is asked: most need not be made a text.
  if (typeof id === 'number') return id <= -1e15 && id > -1e16 && Number.isInteger(id)
  return typeof id === 'string' && localId.test(id)
}

/** Sixteen digits by chance, of a local id: exact as a number, and the first is no zero. */
export function localDigits(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return String(1e15 + (((high % 2 ** 21) * 2 ** 32 + low) % 8e15))
}
