/** A text in eight hexadecimal digits: by FNV-1a, which needs no secret to be the same on each run. */
export function hashOf(text: string): string {
  let sum = 0x811c9dc5
  for (let place = 0; place < text.length; place++) sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193)
  return (sum >>> 0).toString(16).padStart(8, '0')
}
