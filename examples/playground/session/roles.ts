/** The users of the embedded WordPress; each is named after their role. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof roles)[number]

/** What each may do, in a line. */
export const rolePowers: Readonly<Record<Role, string>> = {
  administrator: 'May do everything: settings, users, plugins and styles.',
  editor: 'Edits and publishes what anybody has written.',
  author: 'Writes and publishes posts of their own, and uploads files.',
  contributor: 'Writes posts and hands them in for review.',
  subscriber: 'Reads, and changes nothing.',
}

/** "an editor", "a subscriber". */
export function withArticle(role: string): string {
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`
}
