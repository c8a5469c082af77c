/** The options that name the WordPress of `COPYDESK_WORDPRESS` to `npm start` and the like; none for the embedded one. */
export function chosenWordPress(): string[] {
  const { COPYDESK_WORDPRESS: wanted } = process.env
  if (!wanted) return []
  if (wanted.endsWith('.json')) {
    throw new TypeError(
      `${wanted} describes a site that runs already. The stories in the browser start one: give a zip.`,
    )
  }
  return ['--wordpress', wanted]
}
