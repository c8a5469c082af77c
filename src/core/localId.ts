/** Local ids in a text: no digit stands behind one, and none before its minus. */
export const localIds = /(?<!\d)(-[1-9]|local-\d)\d{15}(?!\d)/g

const localId = /^(-[1-9]|local-\d)\d{15}$/

/**
 * Whether an id was given to a record before the server knew it: a negative number of sixteen digits, or `local-` with
 * sixteen digits where ids are texts.
 */
export function isLocalId(id: unknown): boolean {
  return (typeof id === 'number' || typeof id === 'string') && localId.test(String(id))
}
