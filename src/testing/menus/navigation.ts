import { embeddable, linksTo } from '../http/links'
import { menuItemsOf, menuOf, titleOf, urlOf } from './menuItemRows'
import { emptyPost, putPost, rowsOf, uniqueSlug } from '../posts/postRows'
import { slugOf } from '../posts/rendering'
import type { Call, Route } from '../http/route'
import { demand, type PostRow, type PostType, type SiteState, tick } from '../site/siteState'

/** The navigation of a site that has chosen none: the newest there is, or one made of a menu. */
export function navigationRoutes(type: PostType): Route[] {
  return [
    {
      path: '/wp-block-editor/v1/navigation-fallback',
      batch: false,
      GET: {
        permit: ({ user }) => {
          demand(user, 'edit_theme_options', 'rest_cannot_create', 'create Navigation Menus as this user')
        },
        run: (call) => {
          const { id } = newest(call.site) ?? create(type, call)
          return { id, _links: linksTo(call, { self: embeddable(`/wp/v2/${type.restBase}/${id}`) }) }
        },
      },
    },
  ]
}

function newest(site: SiteState): PostRow | undefined {
  const rows = rowsOf(site, 'wp_navigation').filter(({ status }) => status === 'publish')
  return rows.sort((one, other) => other.date.localeCompare(one.date) || other.id - one.id)[0]
}

function create(type: PostType, { site, user }: Call): PostRow {
  const menus = [...site.terms.values()].filter(({ taxonomy }) => taxonomy === 'nav_menu')
  const primary = site.menuLocations.get('primary')?.menu
  const menu = menus.find(({ id }) => id === primary) ?? menus.at(-1)
  const items = menuItemsOf(site).filter(
    (item) => menuOf(item) === menu?.id && item.meta.parent === 0 && item.status === 'publish',
  )
  const links = items
    .sort((one, other) => one.menuOrder - other.menuOrder)
    .map((item) => `<!-- wp:navigation-link ${blockOf(titleOf(site, item), urlOf(site, item))} /-->`)
  const time = tick(site)
  const post = emptyPost(type.slug, site, {
    status: 'publish',
    author: user?.id ?? 0,
    date: time,
    modified: time,
    title: menu?.name ?? 'Navigation',
    content: menu ? links.join('') : '<!-- wp:page-list /-->',
  })
  post.slug = uniqueSlug(site, post, slugOf(post.title))
  return putPost(site, post)
}

function blockOf(label: string, url: string): string {
  return JSON.stringify({ label, url })
}
