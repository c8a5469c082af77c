import type { MenuLocationRow } from '../styles/appearanceRows'
import { embeddable, linksTo } from '../http/links'
import { contextArg, contextOf, inContext } from '../http/listing'
import { text } from '../http/params'
import { found, WpError, type WpErrorBody } from '../http/wpError'
import { escapeHtml, freeSlug, slugOf } from '../posts/rendering'
import { menuItemsOf, menuOf } from './menuItemRows'
import { resource } from '../http/resource'
import { type Call, Reply, type Route } from '../http/route'
import { demand, type SiteState, type Taxonomy, type TermRow, tick } from '../site/siteState'
import { newTerm, termResource } from '../terms/terms'

/** The menus, and the places of the theme where they stand. */
export function menuRoutes(menus: Taxonomy, site: SiteState): Route[] {
  const terms = termResource(menus, {
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
  })
  return [
    ...resource<TermRow>({
      ...terms,
      show: showMenu,
      list: {
        ...terms.list,
        permit: (call) => {
          terms.list.permit?.(call)
          mayView(call, 'menus')
        },
      },
      create: { ...terms.create, make: (call) => createMenu(menus, call) },
      read: {
        permitRow: (call, menu) => {
          terms.read.permitRow?.(call, menu)
          mayView(call, 'menus')
        },
      },
      update: { ...terms.update, change: updateMenu },
      remove: { ...terms.remove, trash: 'Menus', drop: dropMenu },
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

/** Refuses who does not write anything on the site. */
export function mayView({ user }: Call, what: string): void {
  demand(user, 'edit_posts', 'rest_cannot_view', `view ${what}`)
}

function mayViewLocations({ user }: Call): void {
  demand(user, 'edit_theme_options', 'rest_cannot_view', 'view menu locations')
}

function createMenu(menus: Taxonomy, call: Call): TermRow {
  const menu = newTerm(menus.slug, call.site)
  const twin = rename(menu, call)
  if (twin) throw new MenuExists(twin)
  return place(menu, call)
}

function updateMenu(call: Call, before: TermRow): TermRow | Reply {
  const menu = { ...before }
  const twin = rename(menu, call)
  // Here a site forgets to say what kind of error it is.
  if (twin) return new Reply(500, { code: 'menu_exists', message: new MenuExists(twin).message, data: null })
  return place(menu, call)
}

function dropMenu({ site }: Call, menu: TermRow): void {
  site.terms.delete(menu.id)
  site.menusOfNewPages.delete(menu.id)
  for (const item of menuItemsOf(site)) if (menuOf(item) === menu.id) site.posts.delete(item.id)
  for (const location of site.menuLocations.values()) if (location.menu === menu.id) location.menu = 0
}

/** Sets name and description; gives the menu that has the name already, if there is one. */
function rename(menu: TermRow, { site, params }: Call): TermRow | undefined {
  if (params.name !== undefined) {
    const others = [...site.terms.values()].filter(
      ({ id, taxonomy }) => taxonomy === menu.taxonomy && id !== menu.id,
    )
    menu.name = escapeHtml(String(params.name))
    const twin = others.find(({ name }) => name === menu.name)
    if (twin) return twin
    // A slug that was sent does not count: the name makes it.
    menu.slug = freeSlug(slugOf(menu.name), (slug) => others.some((other) => other.slug === slug))
  }
  // A new name without a description takes the old one away.
  if (params.name !== undefined || params.description !== undefined) {
    menu.description = String(params.description ?? '')
  }
  return undefined
}

/** Puts a menu in the table, and at its places. */
function place(menu: TermRow, { site, params }: Call): TermRow {
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

/** A name that another menu has already; WordPress names it in two places. */
class MenuExists extends WpError {
  constructor(private readonly twin: TermRow) {
    const message = `The menu name <strong>${twin.name}</strong> conflicts with another menu name. Please try another.`
    super(400, 'menu_exists', message, { term_id: twin.id })
  }

  override body(): WpErrorBody {
    return { ...super.body(), additional_data: [this.twin.id] }
  }
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
