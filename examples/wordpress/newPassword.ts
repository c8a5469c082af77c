import { randomBytes } from 'node:crypto'

/** A password that nobody can guess, without letters and digits that look alike. */
export function newPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  // 32 letters: each byte chooses evenly.
  return Array.from(randomBytes(20), (byte) => letters[byte % letters.length]).join('')
}
