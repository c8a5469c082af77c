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
