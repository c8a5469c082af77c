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
  const methods = String(allow ?? '')
    .toUpperCase()
    .split(/[\s,]+/)
  return {
    create: methods.includes('POST'),
    read: methods.includes('GET'),
    update: methods.includes('PUT'),
    delete: methods.includes('DELETE'),
  }
}
