const names: Readonly<Record<string, string>> = {
  alt_text: 'Alt text',
  comment_status: 'Comments',
  date_gmt: 'Date',
  menu_order: 'Order',
  meta: 'More fields',
  featured_media: 'Featured image',
}

/** What people call a field: `Subtitle` for `meta.subtitle`. */
export function fieldName(field: string): string {
  const name = names[field] ?? field.replace(/^.*\./, '').replaceAll('_', ' ').trim()
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const first = ['content', 'name', 'title']

/** Names of fields as they stand in a document: the title first, then the text. */
export function inFieldOrder(fields: readonly string[]): readonly string[] {
  return [...fields].sort((one, other) => first.indexOf(other) - first.indexOf(one))
}
