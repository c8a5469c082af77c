const names: Readonly<Record<string, string>> = {
  alt_text: 'Alternative text',
  date_gmt: 'Date',
  featured_media: 'Featured image',
}

/** What people call a field. */
export function fieldName(field: string): string {
  const name = names[field] ?? field.replace(/^meta\./, '').replaceAll('_', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
