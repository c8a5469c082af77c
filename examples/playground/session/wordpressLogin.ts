/** Where a page on the site gets a nonce from, and a newer one when it has expired. */
export const nonceAddress = '/wp-admin/admin-ajax.php?action=rest-nonce'

/**
 * Signs in at WordPress's own form, which sets the cookies.
 * @throws Error with what the form said, when it let nobody in.
 */
export async function logIn(username: string, password: string): Promise<void> {
  const answer = await fetch('/wp-login.php', {
    method: 'POST',
    // As in a dialog over wp-admin: success is answered with a word, not with a redirect to the dashboard.
    body: new URLSearchParams({ log: username, pwd: password, rememberme: 'forever', 'interim-login': '1' }),
    // A plugin may redirect all the same; nobody wants to wait for where that leads.
    redirect: 'manual',
  })
  if (answer.type === 'opaqueredirect') return
  const form = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (form.body.classList.contains('interim-login-success')) return
  const said = form.querySelector('#login_error p') ?? form.querySelector('#login_error')
  said?.querySelectorAll('a').forEach((link) => link.remove())
  throw new Error(said?.textContent?.trim() || `WordPress did not let you in (status ${answer.status}).`)
}

/** A nonce for the user of the cookies; null when they are nobody's any more. */
export async function readNonce(): Promise<string | null> {
  const answer = await fetch(nonceAddress, { cache: 'no-store' })
  const nonce = (await answer.text()).trim()
  return answer.ok && /^\w{2,}$/.test(nonce) ? nonce : null
}

/** Follows the log-out link, which is in the bar above every admin page. */
export async function logOut(): Promise<void> {
  const page = await fetch('/wp-admin/profile.php')
  const admin = new DOMParser().parseFromString(await page.text(), 'text/html')
  const link = admin.querySelector('#wp-admin-bar-logout a')?.getAttribute('href')
  if (!link) return
  const { pathname, search } = new URL(link, location.href)
  await fetch(pathname + search, { redirect: 'manual' })
}
