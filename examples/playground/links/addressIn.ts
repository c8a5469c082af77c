/** The address that was typed or pasted; null for words to search for. */
export function addressIn(text: string): string | null {
  const trimmed = text.trim()
  if (/\s/.test(trimmed)) return null
  if (/^(https?:\/\/.|mailto:.|tel:.|#.|\/.)/i.test(trimmed)) return trimmed
  if (/^[^@\s/]+@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i.test(trimmed)) return `mailto:${trimmed}`
  const isHost = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(:\d+)?([/?#]|$)/i.test(trimmed)
  return isHost ? `https://${trimmed}` : null
}
