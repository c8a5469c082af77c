/** The address that was typed or pasted; null for words to search for. */
export function addressIn(text: string): string | null {
  const trimmed = text.trim()
  if (/\s/.test(trimmed)) return null
  if (/^(https?:\/\/.|mailto:.|tel:.|#.|\/.)/i.test(trimmed)) return trimmed
  return /^www\.[^.]+\../i.test(trimmed) ? `https://${trimmed}` : null
}
