import type { Call } from './route'
import { can, type PostRow, type PostType, type SiteState } from '../site/siteState'

/** Statuses whose posts have no address of their own yet. */
const withoutAddress = ['draft', 'pending', 'auto-draft', 'future', 'trash']

/** Where a post can be read. */
export function linkOf(site: SiteState, post: PostRow): string {
  if (withoutAddress.includes(post.status)) return plainLink(site, post)
  return permalinkTemplate(site, post).replace(/%(postname|pagename)%/, post.slug)
}

/** The address of a post that has no better one. */
export function plainLink(site: SiteState, { id, type }: PostRow): string {
  if (type === 'page') return `${site.url}/?page_id=${id}`
  if (type === 'attachment') return `${site.url}/?attachment_id=${id}`
  return `${site.url}/?${isDated(site, type) ? '' : `post_type=${type}&`}p=${id}`
}

/** The address with a place for the slug. */
export function permalinkTemplate(site: SiteState, post: PostRow): string {
  if (post.status === 'trash') return plainLink(site, post)
  const [year, month] = post.date.split('-')
  if (isDated(site, post.type)) return `${site.url}/${year}/${month}/%postname%/`
  const parent = site.posts.get(post.parent)
  if (post.type === 'attachment') return `${parent ? linkOf(site, parent) : `${site.url}/`}%postname%/`
  if (post.type === 'page') return `${parent ? linkOf(site, parent) : `${site.url}/`}%pagename%/`
  return `${site.url}/${post.type}/%pagename%/`
}

// Posts, and what has no pages of its own.
function isDated(site: SiteState, type: string): boolean {
  return type === 'post' || site.postTypes.get(type)?.viewable === false
}

/** What a record leads to: a path of the interface, alone or as the `href` of a link that says more. */
type Target = string | { href: string; [more: string]: unknown }

/** What a record leads to by relation. Without a target, and with none of several, there is no link. */
export type Targets = Readonly<Record<string, Target | Target[] | false | undefined>>

/** A target whose record `_embed` brings along. */
export function embeddable(path: string, more: object = {}): Target {
  return { embeddable: true, ...more, href: path }
}

/** The links of a record, with what explains the short names where one is used. */
export function linksTo({ site }: Call, targets: Targets): Record<string, object[]> {
  const root = `${site.url}/wp-json`
  const links: Record<string, object[]> = {}
  let hasShortNames = false
  for (const [relation, target] of Object.entries(targets)) {
    const all = Array.isArray(target) ? target : target ? [target] : []
    if (all.length === 0) continue
    links[relation] = all.map((one) =>
      typeof one === 'string' ? { href: root + one } : { ...one, href: root + one.href },
    )
    hasShortNames ||= relation.startsWith('wp:')
  }
  return hasShortNames ? { ...links, curies } : links
}

const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }]

/** The links that say what the user may do with the record of a path. */
export function actionsAt(path: string, actions: Readonly<Record<string, boolean>>): Targets {
  const links = Object.entries(actions).map(([action, isAllowed]) => [
    `wp:action-${action}`,
    isAllowed && path,
  ])
  return Object.fromEntries(links) as Targets
}

/** What the user may do with a post. */
export function actionsOf(type: PostType, { site, user }: Call, post: PostRow): Record<string, boolean> {
  const noun = type.capabilities
  const canPublish = can(user, `publish_${noun}`)
  const terms = type.taxonomies.flatMap((slug) => {
    const taxonomy = site.taxonomies.get(slug)
    if (!taxonomy) return []
    const { restBase, hierarchical, manage, assign } = taxonomy
    return [
      [`create-${restBase}`, can(user, hierarchical ? manage : assign)],
      [`assign-${restBase}`, can(user, assign)],
    ] as const
  })
  return {
    publish: canPublish && post.type !== 'attachment',
    'unfiltered-html': can(user, 'unfiltered_html'),
    sticky: post.type === 'post' && canPublish && can(user, 'edit_others_posts'),
    'assign-author': type.supports.includes('author') && can(user, `edit_others_${noun}`),
    ...Object.fromEntries(terms),
  }
}
