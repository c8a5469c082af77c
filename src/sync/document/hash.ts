import type { RecordData } from '../../core/plain'

/** A short text that differs where records do. */
export function hashOf(record: RecordData): string {
  const text = JSON.stringify(record)
  return `${hashNumber(text).toString(36)}${hashNumber(`${text.length} ${text}`).toString(36)}`
}

/** FNV-1a, stirred once more. */
export function hashNumber(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
