/** The users of the embedded WordPress; each is named after their role. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof roles)[number]

/** The password every one of them has from the start. */
export function passwordOf(role: Role): string {
  return `${role}-password`
}

/** "an editor", "a subscriber". */
export function withArticle(role: string): string {
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`
}
