import { embeddable, linksTo } from '../http/links'
import { menuItemsOf, menuOf, titleOf, urlOf } from './menuItemRows'
import { insertPost, rowsOf } from '../posts/postRows'
import type { Call, Route } from '../http/route'
import { demand, type PostRow, type PostType, type SiteState, tick } from '../site/siteState'
import { termsOf } from '../terms/terms'

/** The navigation of a site that has chosen none: the newest there is, or one made of a menu. */
export function navigationRoutes(type: PostType): Route[] {
  return [
    {
      path: '/wp-block-editor/v1/navigation-fallback',
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

function create(type: PostType, call: Call): PostRow {
  const { site } = call
  const menus = termsOf(site, 'nav_menu')
  const primary = site.menuLocations.get('primary')?.menu
  const menu = menus.find(({ id }) => id === primary) ?? menus.at(-1)
  const items = menuItemsOf(site).filter(
    (item) => menuOf(item) === menu?.id && item.meta.parent === 0 && item.status === 'publish',
  )
  const links = items
    .sort((one, other) => one.menuOrder - other.menuOrder)
    .map((item) => `<!-- wp:navigation-link ${blockOf(titleOf(site, item), urlOf(site, item))} /-->`)
  tick(site)
  return insertPost(type.slug, call, {
    status: 'publish',
    title: menu?.name ?? 'Navigation',
    content: menu ? links.join('') : '<!-- wp:page-list /-->',
  })
}

function blockOf(label: string, url: string): string {
  return JSON.stringify({ label, url })
}
