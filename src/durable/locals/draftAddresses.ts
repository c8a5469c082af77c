import type { EntityId } from '../../core/keys'

/**
 * The address at which a page shows the file of a draft. The fragment, which says nothing to a browser, names the draft:
 * so whatever shows the file refers to the draft, and the address is known again when the page that made it is gone.
 */
export function addressOfDraft(url: string, local: EntityId): string {
  return `${url}#${local}`
}

/** Puts another address in the place of every one at which a page shows or has shown the file of a draft. */
export function replaceAddresses(text: string, local: string, address: string): string {
  if (!text.includes(`#${local}`)) return text
  return text.replace(new RegExp(`blob:[^\\s"'<>()\\\\#]*#${local}(?!\\d)`, 'g'), () => address)
}
