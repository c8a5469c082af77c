import { SiteProblem } from './siteProblem'

/**
 * The address behind `--site`, without query; `https://` where it names no protocol.
 * @throws SiteProblem where it is no web address, or holds a password.
 */
export function readSiteAddress(text: string): URL {
  const given = text.trim()
  const address = parse(/^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `https://${given}`)
  if (!address || !/^https?:$/.test(address.protocol) || !address.hostname) {
    throw new SiteProblem('--site is no web address. Give it like https://example.org.')
  }
  if (address.username || address.password) {
    throw new SiteProblem(
      '--site holds a user name or a password. Give the bare address, --user, and the password in COPYDESK_PASSWORD.',
    )
  }
  address.search = ''
  address.hash = ''
  return address
}

/** Whether what is sent there stays on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname)
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
