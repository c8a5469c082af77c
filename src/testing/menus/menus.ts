import type { MenuLocationRow } from '../styles/appearanceRows'
import { embeddable, linksTo } from '../http/links'
import { contextArg, contextOf, inContext } from '../http/listing'
import { type Args, text } from '../http/params'
import { found, WpError } from '../http/wpError'
import { escapeHtml, freeSlug, slugOf } from '../posts/rendering'
import { menuItemsOf, menuOf } from './menuItemRows'
import { resource, type WholeResource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { demand, type SiteState, type Taxonomy, type TermRow, tick } from '../site/siteState'
import { newTerm, termResource, termsOf } from '../terms/terms'

/** The menus, and the places of the theme where they stand. */
export function menuRoutes(menus: Taxonomy, site: SiteState): Route[] {
  const fields: Args = {
    locations: {
      type: 'array',
      items: text,
      check: (value) => {
        const unknown = (value as string[]).find((name) => !site.menuLocations.has(name))
        if (unknown === undefined) return undefined
        const data = { location: unknown }
        return { code: 'rest_invalid_menu_location', message: 'Invalid menu location.', data }
      },
    },
    auto_add: { type: 'boolean' },
  }
  const terms = forWriters(termResource(menus, fields), 'menus')
  return [
    ...resource<TermRow>({
      ...terms,
      show: showMenu,
      create: { ...terms.create, make: (call) => keepMenu(call, newTerm(menus.slug, call.site)) },
      update: { ...terms.update, change: keepMenu },
      remove: { ...terms.remove, trash: 'Menus do not support trashing.', drop: dropMenu },
    }),
    ...resource<[name: string, location: MenuLocationRow]>({
      path: '/wp/v2/menu-locations',
      single: '/wp/v2/menu-locations/:location',
      find: ({ site, params }) => {
        const name = String(params.location)
        const location = site.menuLocations.get(name)
        return [name, found(location, 'rest_menu_location_invalid', 'Invalid menu location.')]
      },
      show: showLocation,
      list: {
        args: contextArg,
        permit: mayViewLocations,
        rows: (call) => [...call.site.menuLocations],
        nameOf: ([name]) => name,
      },
      read: { permit: mayViewLocations },
    }),
  ]
}

/** A resource that only those may list and read who write something on the site, besides what it asks of them itself. */
export function forWriters<Row>(
  { list, read, ...rest }: WholeResource<Row>,
  what: string,
): WholeResource<Row> {
  const permit = ({ user }: Call) => demand(user, 'edit_posts', 'rest_cannot_view', `view ${what}`)
  return {
    ...rest,
    list: {
      ...list,
      permit: (call) => {
        list.permit?.(call)
        permit(call)
      },
    },
    read: {
      ...read,
      permitRow: (call, row) => {
        read.permitRow?.(call, row)
        permit(call)
      },
    },
  }
}

function mayViewLocations({ user }: Call): void {
  demand(user, 'edit_theme_options', 'rest_cannot_view', 'view menu locations')
}

/** Puts a menu in the table with what was sent, and at its places. */
function keepMenu({ site, params }: Call, before: TermRow): TermRow {
  const menu = { ...before }
  if (params.name !== undefined) rename(site, menu, escapeHtml(String(params.name)))
  // A new name without a description takes the old one away.
  if (params.name !== undefined || params.description !== undefined) {
    menu.description = String(params.description ?? '')
  }
  site.terms.set(menu.id, menu)
  const locations = params.locations as string[] | undefined
  if (locations) {
    for (const [name, location] of site.menuLocations) {
      if (locations.includes(name)) location.menu = menu.id
      else if (location.menu === menu.id) location.menu = 0
    }
  }
  if (params.auto_add === true) site.menusOfNewPages.add(menu.id)
  if (params.auto_add === false) site.menusOfNewPages.delete(menu.id)
  tick(site)
  return menu
}

/** Gives a menu another name, which makes the slug: one that was sent does not count. */
function rename(site: SiteState, menu: TermRow, name: string): void {
  const others = termsOf(site, menu.taxonomy).filter(({ id }) => id !== menu.id)
  const twin = others.find((other) => other.name === name)
  if (twin) throw menuExists(twin, site.terms.has(menu.id))
  menu.name = name
  menu.slug = freeSlug(slugOf(name), (slug) => others.some((other) => other.slug === slug))
}

/** The refusal of a name that another menu has; to a menu that is there a site does not say what kind of error it is. */
function menuExists({ id, name }: TermRow, isThere: boolean): WpError {
  const message = `The menu name <strong>${name}</strong> conflicts with another menu name. Please try another.`
  if (isThere) return new WpError(500, 'menu_exists', message, {}, { data: null })
  return new WpError(400, 'menu_exists', message, { term_id: id }, { additional_data: [id] })
}

function dropMenu({ site }: Call, menu: TermRow): void {
  site.terms.delete(menu.id)
  site.menusOfNewPages.delete(menu.id)
  for (const item of menuItemsOf(site)) if (menuOf(item) === menu.id) site.posts.delete(item.id)
  for (const location of site.menuLocations.values()) if (location.menu === menu.id) location.menu = 0
}

function showMenu(call: Call, menu: TermRow, context = contextOf(call)): Record<string, unknown> {
  const { site } = call
  const { id, name, slug, description } = menu
  const locations = [...site.menuLocations].flatMap(([place, at]) => (at.menu === id ? [place] : []))
  return {
    ...inContext(context, {
      all: { id, name, slug },
      notEmbed: { description, meta: [], locations, auto_add: site.menusOfNewPages.has(id) },
    }),
    _links: linksTo(call, {
      self: `/wp/v2/menus/${id}`,
      collection: '/wp/v2/menus',
      about: '/wp/v2/taxonomies/nav_menu',
      'wp:post_type': `/wp/v2/menu-items?menus=${id}`,
      'wp:menu-location': locations.map((place) => embeddable(`/wp/v2/menu-locations/${place}`)),
    }),
  }
}

function showLocation(call: Call, [name, { description, menu }]: [string, MenuLocationRow]): object {
  return {
    name,
    description,
    menu,
    _links: linksTo(call, {
      self: `/wp/v2/menu-locations/${name}`,
      collection: '/wp/v2/menu-locations',
      'wp:menu': menu !== 0 && embeddable(`/wp/v2/menus/${menu}`),
    }),
  }
}
