import { reasonOf, SiteProblem } from './siteProblem'

/** The REST interface of a site, found without telling it who asks. */
export interface RestRoot {
  /** Its address: `…/wp-json/` with pretty permalinks, `…/?rest_route=/` with plain ones. */
  root: string
  /** What the site calls itself; its host where it does not tell visitors. */
  name: string
  /** Whether it says that it takes application passwords. */
  takesApplicationPasswords: boolean
}

const longestWait = 20_000
const mostRedirects = 5

/**
 * Finds the REST root of the site at an address: where its `Link` header says, else at `wp-json/`, else at
 * `?rest_route=/`. A redirect is followed on the same host only, and never from https to http: elsewhere the
 * password would reach somebody whom nobody named.
 *
 * @throws SiteProblem where there is no site, it is elsewhere, or it is no WordPress.
 */
export async function findRestRoot(address: URL): Promise<RestRoot> {
  const { page, link } = await openFrontPage(address)
  const folder = `${page.origin}${address.pathname.replace(/\/*$/, '/')}`
  const announced = link && rootOnHost(link, page)
  const candidates = [announced, `${folder}wp-json/`, `${folder}?rest_route=/`].filter(Boolean) as string[]
  for (const root of new Set(candidates)) {
    const found = await tryRoot(root)
    if (found) return found
  }
  throw new SiteProblem(
    `${address.href} does not answer as a WordPress with its REST interface: neither its Link header nor wp-json/ nor ?rest_route=/ leads there. Check the address; for a WordPress in a folder, name the folder too.`,
  )
}

/** Follows the redirects of the front page, as far as they may be followed. */
async function openFrontPage(address: URL): Promise<{ page: URL; link: string | undefined }> {
  let page = address
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const answer = await ask(page)
    void answer.body?.cancel()
    const location = answer.status >= 300 && answer.status < 400 && answer.headers.get('Location')
    if (!location) return { page, link: readRootLink(answer.headers.get('Link') ?? '') }
    const next = new URL(location, page)
    const isUpgrade = next.protocol === 'https:' && next.hostname === page.hostname
    if (next.origin !== page.origin && !isUpgrade) {
      throw new SiteProblem(
        `${page.origin} sends visitors on to ${next.origin}. If that is your site, start with --site ${next.origin}.`,
      )
    }
    page = next
  }
  throw new SiteProblem(`${address.href} sends visitors in circles.`)
}

/** The address in a `Link` header with the relation of the REST interface. */
export function readRootLink(header: string): string | undefined {
  return /<([^>]*)>\s*;[^<]*\brel="?https:\/\/api\.w\.org\/"?/.exec(header)?.[1]
}

/** A site behind a proxy may take itself for http; the page's own protocol is the one that works. */
function rootOnHost(link: string, page: URL): string {
  const root = new URL(link, page)
  if (root.hostname !== page.hostname) {
    throw new SiteProblem(
      `${page.origin} has its REST interface on another host, ${root.host}. If that is your site, start with --site ${root.origin}.`,
    )
  }
  if (page.protocol === 'https:' && root.protocol === 'http:') root.protocol = 'https:'
  return root.href
}

interface IndexAnswer {
  name?: unknown
  namespaces?: unknown
  authentication?: Record<string, unknown>
  code?: unknown
}

async function tryRoot(root: string): Promise<RestRoot | undefined> {
  const answer = await ask(new URL(root))
  const index = (await answer.json().catch(() => null)) as IndexAnswer | null
  const name = new URL(root).host
  if (answer.ok && Array.isArray(index?.namespaces) && index.namespaces.includes('wp/v2')) {
    return {
      root,
      name: typeof index.name === 'string' && index.name ? index.name : name,
      takesApplicationPasswords: index.authentication?.['application-passwords'] !== undefined,
    }
  }
  // Some sites tell visitors nothing at all.
  const isClosed = /^40[13]$/.test(String(answer.status)) && typeof index?.code === 'string'
  return isClosed ? { root, name, takesApplicationPasswords: true } : undefined
}

async function ask(address: URL): Promise<Response> {
  try {
    return await fetch(address, {
      redirect: 'manual',
      headers: {
        Accept: 'application/json, text/html;q=0.9, */*;q=0.1',
        'User-Agent': 'Copydesk playground',
      },
      signal: AbortSignal.timeout(longestWait),
    })
  } catch (error) {
    throw new SiteProblem(`${address.origin} did not answer: ${reasonOf(error)}. Check the address.`, {
      cause: error,
    })
  }
}
