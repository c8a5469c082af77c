/** Local ids in a text: no digit stands behind one, and none before its minus. */
export const localIds = /(?<!\d)(-[1-9]|local-\d)\d{15}(?!\d)/g

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

/** How many digits a local id has. */
const digits = 16

/** The digits of a local id: 52 random bits, exact as a number. */
export function localDigits(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(digits))
  // The first is no zero; nor is it so great that numbers would not be exact.
  return [...bytes].map((byte, at) => String(at === 0 ? 1 + (byte % 8) : byte % 10)).join('')
}
