import { basicAuthorization, checkUser } from './checkUser'
import { findRestRoot } from './findRestRoot'
import { readPassword as readPasswordHere } from './readPassword'
import { isLoopback, readSiteAddress } from './siteAddress'
import { forTerminal, SiteProblem } from './siteProblem'
import { startProxy, type PageOptions, type RunningProxy } from './startProxy'

/** A site that has let somebody in. */
export interface OwnSite {
  /** REST root. */
  root: string
  /** What the site calls itself, as a terminal may show it. */
  name: string
  /** The person's name on it, likewise. */
  user: string
  /** Whether the password travels where others on the way can read it. */
  isInTheClear: boolean
  /** Starts a page with a proxy to the site. The password is known to nothing else. */
  serve(page: PageOptions): Promise<RunningProxy>
}

export interface OwnSiteOptions {
  /** `--site`. */
  site: string
  /** `--user`. */
  username: string
  /** Asked for the password once the site is found and may have it. Default: environment, else terminal. */
  readPassword?: (username: string) => Promise<string>
  /** Whether a password may travel in the clear. */
  isInsecureAllowed?: boolean
}

/** Finds a person's own site and signs them in. @throws SiteProblem with the reason where that fails. */
export async function openOwnSite(options: OwnSiteOptions): Promise<OwnSite> {
  const { site, username, readPassword = readPasswordHere, isInsecureAllowed = false } = options
  const found = await findRestRoot(readSiteAddress(site))
  const address = new URL(found.root)
  const isInTheClear = address.protocol === 'http:' && !isLoopback(address)
  if (isInTheClear && !isInsecureAllowed) {
    throw new SiteProblem(
      `${address.origin} has no https: everybody on the way could read the password. Give its https address, or add --insecure if you accept that.`,
    )
  }
  const authorization = basicAuthorization(username, await readPassword(username))
  const user = forTerminal(await checkUser(found, authorization))
  const { root } = found
  const name = forTerminal(found.name)
  return { root, name, user, isInTheClear, serve: (page) => startProxy({ ...page, root, authorization }) }
}
