/** What the current user may do with a resource. (spec.md, section 6) */
export interface PermissionSet {
  /** POST is allowed. */
  create: boolean
  /** GET is allowed. */
  read: boolean
  /** PUT is allowed; PATCH alone does not count. */
  update: boolean
  /** DELETE is allowed. */
  delete: boolean
}

/**
 * Gives the permissions that an `Allow` header, or the `allow` list of a link's hints, stands for (spec 6).
 *
 * @param allow - `GET, POST` or `['GET', 'POST']` in any case; null (no header) allows nothing.
 */
export function parseAllow(allow: string | readonly string[] | null): PermissionSet {
  const text = String(allow ?? '')
  if (text !== last.text) last = { text, set: parse(text.toUpperCase().split(/[\s,]+/)) }
  return last.set
}

// Mostly the next record is answered with the same header.
let last = { text: '', set: parse([]) }

function parse(methods: readonly string[]): PermissionSet {
  return {
    create: methods.includes('POST'),
    read: methods.includes('GET'),
    update: methods.includes('PUT'),
    delete: methods.includes('DELETE'),
  }
}
