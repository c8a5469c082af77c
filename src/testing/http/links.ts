import { can, type PostRow, type SiteState } from '../site/siteState'

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

/** The links of a record that say what the user may do with it. */
export function linksToActions(actions: readonly string[], href: string): object {
  return Object.fromEntries(actions.map((action) => [`wp:action-${action}`, [{ href }]]))
}

/** The links of a post that say what the user may do with it. */
export function actionLinks(
  site: SiteState,
  user: Parameters<typeof can>[0],
  post: PostRow,
  href: string,
): object {
  const type = site.postTypes.get(post.type)
  if (!type) return {}
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
  const actions = [
    ['publish', canPublish && post.type !== 'attachment'],
    ['unfiltered-html', can(user, 'unfiltered_html')],
    ['sticky', post.type === 'post' && canPublish && can(user, 'edit_others_posts')],
    ['assign-author', type.supports.includes('author') && can(user, `edit_others_${noun}`)],
    ...terms,
  ] as const
  const allowed = actions.filter(([, isAllowed]) => isAllowed)
  return linksToActions(
    allowed.map(([action]) => action),
    href,
  )
}
