// A picture of one pixel.
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The form of an upload, with fields beside the file. */
export function pictureForm(name: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(dot, 'base64')], { type: 'image/png' }), name)
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}
