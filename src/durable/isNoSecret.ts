const secretWords = /^(?:pass|pwd|passphrase|passcode|secrets?|token|credentials?)$/
const secretKeys = /^(?:api|private|access|auth|encryption|licen[cs]e|client|consumer)keys?$/

/** Whether the name of a field, such as `title` or `meta.subtitle`, does not look like that of a secret. */
export function isNoSecret(kind: string, name: string, field: string): boolean {
  if (/password|passwd/i.test(field)) return false
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return !words.some(
    (word, at) =>
      secretWords.test(word) || secretKeys.test(word) || secretKeys.test(`${word}${words[at + 1] ?? ''}`),
  )
}
