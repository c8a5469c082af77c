import { createRestFetcher } from 'copydesk'
import { sendBy } from './store'

/** Somebody whom the embedded WordPress knows. */
export interface KnownUser {
  readonly role: string
  readonly username: string
  readonly name: string
  readonly password: string
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="copydesk-users"]')?.content

/** The users of the embedded WordPress, which serves this page and knows their passwords. */
export const knownUsers = JSON.parse(decodeURIComponent(meta ?? '%5B%5D')) as readonly KnownUser[]

const nonceAddress = '/wp-admin/admin-ajax.php?action=rest-nonce'

/**
 * Signs in at WordPress's own form, which sets the cookies; from then on the store asks as this user.
 * @throws Error where WordPress lets nobody in.
 */
export async function signIn({ username, password }: KnownUser): Promise<void> {
  const body = new URLSearchParams({ log: username, pwd: password })
  // The form answers success with a redirect to the dashboard, for which nobody has to wait.
  const answer = await fetch('/wp-login.php', { method: 'POST', body, redirect: 'manual' })
  if (answer.type !== 'opaqueredirect') throw new Error(`WordPress did not let ${username} in.`)
  const nonce = (await (await fetch(nonceAddress, { cache: 'no-store' })).text()).trim()
  const root = new URL('/wp-json/', location.href).href
  sendBy(createRestFetcher({ root, nonce: { initial: nonce, refresh: nonceAddress } }))
}
