const kinds: Record<string, string> = { image: 'image', audio: 'audio', video: 'video', text: 'text' }
const names: Record<string, string> = {
  'application/pdf': 'PDF document',
  'application/zip': 'ZIP archive',
  'image/svg+xml': 'SVG image',
  'audio/mpeg': 'MP3 audio',
  'text/plain': 'Text',
}

/** What people call a type of files: "PNG image" for `image/png`. */
export function fileType(mime: string): string {
  const known = names[mime]
  if (known !== undefined) return known
  const [kind = '', format = ''] = mime.split('/')
  const name = format.replace(/^(?:x-|vnd\.)/, '').toUpperCase()
  return kinds[kind] === undefined ? `${name} file` : `${name} ${kinds[kind]}`
}
