/** What whoever serves the page has told it by this name; null where it has not. */
export function told(name: string): string | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  return content === undefined ? null : decodeURIComponent(content)
}
