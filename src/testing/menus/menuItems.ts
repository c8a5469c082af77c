import { actionsAt, embeddable, linksTo } from '../http/links'
import { contextOf, inContext, listArgs, searchArgs } from '../http/listing'
import { menuOf, targetOf, titleOf } from './menuItemRows'
import { forWriters } from './menus'
import { address, type Args, integer, takeSent, text, texts } from '../http/params'
import { WpError } from '../http/wpError'
import { postOrders, writableStatus } from '../posts/postParams'
import { emptyPost, type MenuItemRow, putPost } from '../posts/postRows'
import { postResource } from '../posts/posts'
import { curl } from '../posts/rendering'
import { resource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { type PostType, type SiteState, tick } from '../site/siteState'

const base = '/wp/v2/menu-items'

const fields: Args = {
  type: { type: 'string', enum: ['taxonomy', 'post_type', 'post_type_archive', 'custom'] },
  status: writableStatus,
  parent: { type: 'integer', minimum: 0 },
  attr_title: text,
  classes: texts,
  description: text,
  menu_order: { type: 'integer', minimum: 1 },
  object: text,
  object_id: { type: 'integer', minimum: 0 },
  target: { type: 'string', enum: ['_blank', ''] },
  url: address,
  xfn: texts,
  menus: integer,
}

/** The items of menus: as posts, but shown only to those who write, in the order of their menu, and deleted for good. */
export function menuItemRoutes(type: PostType, site: SiteState): Route[] {
  const posts = forWriters(postResource(type, site), 'menu items')
  return resource({
    ...posts,
    show: (call, item, context) => showItem(call, item as MenuItemRow, context),
    list: {
      ...posts.list,
      args: {
        ...posts.list.args,
        ...searchArgs('menu_order', [...postOrders, 'menu_order']),
        per_page: { ...listArgs.per_page, default: 100 },
        menu_order: integer,
      },
    },
    create: { ...posts.create, args: fields, make: createItem },
    read: { ...posts.read, args: {} },
    update: {
      ...posts.update,
      args: fields,
      change: (call, item) => keepItem(call, withChanges(call, item as MenuItemRow)),
    },
    remove: { ...posts.remove, trash: 'Menu items do not support trashing.', context: 'view' },
  })
}

function createItem(call: Call): MenuItemRow {
  const { site } = call
  const given = { id: site.lastPostId + 1, status: 'publish', menuOrder: 1 }
  return keepItem(call, withChanges(call, emptyPost('nav_menu_item', site, given)))
}

function keepItem({ site }: Call, item: MenuItemRow): MenuItemRow {
  tick(site)
  return putPost(site, item)
}

function withChanges({ site, params }: Call, before: MenuItemRow): MenuItemRow {
  const meta = { ...before.meta }
  const item = { ...before, meta }
  takeSent(item, params, ['title', 'status', 'menuOrder'], { excerpt: 'attr_title', content: 'description' })
  takeSent(meta, params, ['type', 'object', 'objectId', 'parent', 'url', 'target', 'classes', 'xfn'])
  if (meta.type === 'custom') {
    checkCustom(item)
    Object.assign(meta, { object: 'custom', objectId: item.id })
  } else if (meta.type === 'post_type' && meta.objectId === 0) {
    throw new WpError(400, 'rest_post_invalid_id', 'Invalid post ID.')
  } else if (meta.type === 'taxonomy' && meta.objectId === 0) {
    throw new WpError(400, 'rest_term_invalid_id', 'Invalid term ID.')
  }
  if (params.menus !== undefined) {
    const menu = Number(params.menus)
    if (menu !== 0 && site.terms.get(menu)?.taxonomy !== 'nav_menu') {
      throw new WpError(400, 'invalid_menu_id', 'Invalid menu ID.')
    }
    item.terms = menu === 0 ? {} : { nav_menu: [menu] }
  }
  return item
}

function checkCustom({ title, meta }: MenuItemRow): void {
  const missing = Object.entries({ title, url: meta.url }).filter(([, value]) => value === '')
  const [first, ...others] = missing.map(([name]) => {
    const message = `The ${name} is required when using a custom menu item type.`
    return new WpError(400, `rest_${name}_required`, message)
  })
  if (!first) return
  const more = others.length > 0 ? { additional_errors: others.map((other) => other.body()) } : {}
  throw new WpError(first.status, first.code, first.message, {}, more)
}

const actions = { publish: true, 'unfiltered-html': true, 'create-menus': true, 'assign-menus': true }

function showItem(call: Call, item: MenuItemRow, context = contextOf(call)): Record<string, unknown> {
  const { site } = call
  const { meta } = item
  const menu = menuOf(item)
  const target = targetOf(site, item)
  const raw = titleOf(site, item)
  const self = `${base}/${item.id}`
  const { path, ...kind } = target.link ?? {}
  return {
    ...inContext(context, {
      all: {
        id: item.id,
        title: { ...(context === 'edit' && { raw }), rendered: curl(raw) },
        status: item.status,
        url: target.url,
        attr_title: item.excerpt,
        description: curl(item.content),
        type: meta.type,
        type_label: target.label,
        object: meta.object,
        object_id: meta.objectId,
        parent: meta.parent,
        menu_order: item.menuOrder,
        target: meta.target,
        classes: meta.classes,
        xfn: meta.xfn,
        invalid: meta.type !== 'custom' && meta.type !== 'post_type_archive' && !path,
      },
      notEmbed: { meta: [], ...(menu !== 0 && { menus: menu }) },
    }),
    _links: linksTo(call, {
      self,
      collection: base,
      about: '/wp/v2/types/nav_menu_item',
      'wp:term': embeddable(`/wp/v2/menus?post=${item.id}`, { taxonomy: 'nav_menu' }),
      'wp:menu-item-object': path !== undefined && embeddable(path, kind),
      ...(context === 'edit' && actionsAt(self, actions)),
    }),
  }
}
