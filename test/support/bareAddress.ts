/** What was asked, without what only keeps caches from answering: WordPress leaves that alone. */
export function bareAddress(asked: string): string {
  return asked.replace(/([?&])_fresh=\w+(&?)/, (all, before: string, more: string) => (more ? before : ''))
}
