const nouns: Record<string, string> = {
  category: 'category',
  post_tag: 'tag',
  wp_pattern_category: 'pattern category',
}

/** What one term of a taxonomy is called: "category". */
export function nounOf(taxonomy: string): string {
  return nouns[taxonomy] ?? 'term'
}
