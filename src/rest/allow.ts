/** What the current user may do with a resource. */
export interface PermissionSet {
  /** POST is allowed. */
  create: boolean
  /** GET is allowed. */
  read: boolean
  /** The method that updates is allowed. */
  update: boolean
  /** DELETE is allowed. */
  delete: boolean
}

/**
 * Gives the permissions that an `Allow` header, or the `allow` list of a link's hints, stands for.
 * @param allow - `GET, POST` or `['GET', 'POST']` in any case.
 * @param updateMethod - The method that updates a record. Default `PUT`: WordPress names it beside `PATCH`.
 */
export function parseAllow(allow: string | readonly string[], updateMethod = 'PUT'): PermissionSet {
  const methods = String(allow)
    .toUpperCase()
    .split(/[\s,]+/)
  return {
    create: methods.includes('POST'),
    read: methods.includes('GET'),
    update: methods.includes(updateMethod),
    delete: methods.includes('DELETE'),
  }
}
