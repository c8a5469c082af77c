const names: Record<string, string> = {
  author: 'Author',
  alt_text: 'Alt text',
  comment_status: 'Comments',
  date: 'Date',
  featured_media: 'Featured image',
  menu_order: 'Order',
  ping_status: 'Pingbacks',
  meta: 'More fields',
}

/** What people call a field: "Featured image", "Menu order", "Subtitle" for `meta.subtitle`. */
export function fieldLabel(field: string): string {
  const known = names[field]
  if (known !== undefined) return known
  const words = field.replace(/^.*\./, '').replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
