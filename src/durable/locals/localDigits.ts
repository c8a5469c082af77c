/** How many digits a local id has. */
const digits = 16

/** The digits of a local id: 52 random bits, exact as a number. */
export function localDigits(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(digits))
  // The first is no zero; nor is it so great that numbers would not be exact.
  return [...bytes].map((byte, at) => String(at === 0 ? 1 + (byte % 8) : byte % 10)).join('')
}
