import type * as Yjs from 'yjs'
import { hashNumber } from './hash'

/** The number of a document that a person writes in: in the upper half of what there is. */
export function personClientId(number: number): number {
  return (number | 0x80000000) >>> 0
}

/** The number of a document that the server writes in: in the lower half. */
export function serverClientId(text: string): number {
  return hashNumber(text) >>> 1
}

/** Whether a number is that of a document that a person writes in. */
export function isPerson(clientId: number): boolean {
  return clientId >= 0x80000000
}

/**
 * Whether somebody has written something without having seen, next to it, what a hand of the server has: where both say the
 * same, what the server has is theirs, and will be taken out once they are heard to have saved it.
 */
export function isUnseen(server: Yjs.Item, person: Yjs.Item): boolean {
  const { client } = server.id
  return (
    !isPerson(client) &&
    isPerson(person.id.client) &&
    ![person.origin, person.rightOrigin].some((id) => id?.client === client)
  )
}

/** Whether a document had something that had received so much of each hand. */
export function isIn(had: ReadonlyMap<number, number>, { client, clock }: Yjs.ID): boolean {
  return clock < (had.get(client) ?? 0)
}
