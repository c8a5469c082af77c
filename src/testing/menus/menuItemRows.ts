import { linkOf } from '../http/links'
import { type MenuItemRow, rowsOf } from '../posts/postRows'
import type { SiteState } from '../site/siteState'
import { singularOf, termLink } from '../terms/terms'

/** The entries of all menus. */
export function menuItemsOf(site: SiteState): MenuItemRow[] {
  return rowsOf(site, 'nav_menu_item')
}

/** The menu that an entry is in; 0 for none. */
export function menuOf({ terms }: MenuItemRow): number {
  return terms.nav_menu?.[0] ?? 0
}

/** What an entry of a menu leads to. */
export interface Target {
  title: string
  url: string
  label: string
  /** Where it is read; absent for what is not there. */
  link?: { path: string; post_type?: string; taxonomy?: string }
}

/** What an entry leads to. */
export function targetOf(site: SiteState, { meta }: MenuItemRow): Target {
  const { type, object, objectId, url } = meta
  if (type === 'custom') return { title: '', url, label: 'Custom Link' }
  if (type === 'taxonomy') {
    const term = site.terms.get(objectId)
    const taxonomy = site.taxonomies.get(object)
    const label = taxonomy ? singularOf(taxonomy) : object
    if (!term || !taxonomy) return { title: '', url: '', label }
    const path = `/wp/v2/${taxonomy.restBase}/${objectId}`
    return { title: term.name, url: termLink(site, term), label, link: { path, taxonomy: object } }
  }
  const kind = site.postTypes.get(object)
  if (type === 'post_type_archive') return { title: kind?.name ?? object, url, label: 'Post Type Archive' }
  const post = site.posts.get(objectId)
  const label = kind?.singularName ?? object
  if (!post || !kind) return { title: `#${objectId} (no title)`, url: '', label }
  const path = `/wp/v2/${kind.restBase}/${objectId}`
  return { title: post.title, url: linkOf(site, post), label, link: { path, post_type: object } }
}

/** The title of an entry: its own, or that of what it leads to. */
export function titleOf(site: SiteState, item: MenuItemRow): string {
  return item.title || targetOf(site, item).title
}

/** The address that an entry leads to. */
export function urlOf(site: SiteState, item: MenuItemRow): string {
  return targetOf(site, item).url
}
