import { EntityStoreError } from '../core/errors'

/** Credentials of the `Authorization` header: its whole value, a username and password, or a bearer token. */
export type Authorization =
  | string
  | {
      /** Login name. */
      username: string
      /** Password; an application password keeps its spaces. */
      password: string
    }
  | {
      /** Bearer token, without the word Bearer. */
      token: string
    }

/** Credentials, or a function that is asked for them before each request; null sends none. */
export type AuthorizationSource = Authorization | (() => MaybeAuthorization | Promise<MaybeAuthorization>)

type MaybeAuthorization = Authorization | null | undefined

/**
 * Gives the value of the `Authorization` header, null for none.
 *
 * @throws EntityStoreError `invalid_option` for credentials of another shape; it does not repeat them.
 */
export async function readAuthorization(source: AuthorizationSource | undefined): Promise<string | null> {
  const authorization = typeof source === 'function' ? await source() : source
  if (authorization == null || typeof authorization === 'string') return authorization || null
  if ('token' in authorization) return `Bearer ${authorization.token}`
  if (typeof authorization.username === 'string' && typeof authorization.password === 'string') {
    const bytes = new TextEncoder().encode(`${authorization.username}:${authorization.password}`)
    return `Basic ${btoa(String.fromCharCode(...bytes))}`
  }
  throw new EntityStoreError(
    'invalid_option',
    'authorization must be a string, { username, password } or { token }.',
  )
}
