import type { RestRoot } from './findRestRoot'
import { addressBelow } from './addressBelow'
import { reasonOf, SiteProblem } from './siteProblem'

const longestWait = 20_000

/** The value of an `Authorization` header. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/**
 * Who the site takes the password's owner for. To WordPress a person whose password never arrives is a visitor,
 * and most reads work: so it is asked outright.
 *
 * @param wait - milliseconds until the site is held to give no answer
 * @throws SiteProblem when the site knows nobody by them.
 */
export async function checkUser(
  { root, takesApplicationPasswords }: RestRoot,
  authorization: string,
  wait = longestWait,
): Promise<string> {
  const address = addressBelow(root, '/wp/v2/users/me?context=edit&_fields=id,name')
  if (!address) throw new SiteProblem(`${root} is no REST root.`)
  const answer = await fetch(address, {
    redirect: 'manual',
    headers: { Authorization: authorization },
    signal: AbortSignal.timeout(wait),
  }).catch((error: unknown) => {
    throw new SiteProblem(`${address.origin} did not answer: ${reasonOf(error)}.`)
  })
  const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null
  if (answer.ok && typeof body?.id === 'number') return typeof body.name === 'string' ? body.name : ''

  const said = typeof body?.message === 'string' ? withoutTags(body.message) : `status ${answer.status}`
  if (answer.status !== 401 && answer.status !== 403) {
    throw new SiteProblem(`The site could not tell who you are: ${said}.`)
  }
  if (!takesApplicationPasswords) {
    throw new SiteProblem(
      `The site takes no application passwords (${said}). WordPress offers them over https only, and a plugin can switch them off.`,
    )
  }
  if (body?.code === 'rest_not_logged_in') {
    throw new SiteProblem(
      `The site took you for a visitor (${said}). Check --user and the password; if both are right, its web server keeps the Authorization header from WordPress.`,
    )
  }
  throw new SiteProblem(
    `The site did not let you in: ${said} Application passwords are made under Users → Profile, and are not the one you sign in with.`,
  )
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, '').trim()
}
