import { actionsAt, embeddable, linksTo } from '../http/links'
import type { MenuItemMeta } from '../styles/appearanceRows'
import {
  contextOf,
  inContext,
  inOrder,
  listArgs,
  pageOf,
  searchArgs,
  wishesOf,
} from '../http/listing'
import { menuItemsOf, menuOf, targetOf, titleOf } from './menuItemRows'
import { mayView } from './menus'
import { type Args, integer, integers, rawOf, text, texts } from '../http/params'
import { found, WpError, type WpErrorBody } from '../http/wpError'
import { postOrders } from '../posts/postParams'
import { emptyPost, type MenuItemRow, putPost } from '../posts/postRows'
import { curl } from '../posts/rendering'
import { resource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { demand, tick } from '../site/siteState'

const base = '/wp/v2/menu-items'

const fields: Args = {
  type: { type: 'string', enum: ['taxonomy', 'post_type', 'post_type_archive', 'custom'] },
  status: { type: 'string', enum: ['publish', 'future', 'draft', 'pending', 'private'] },
  parent: { type: 'integer', minimum: 0 },
  attr_title: text,
  classes: texts,
  description: text,
  menu_order: { type: 'integer', minimum: 1 },
  object: text,
  object_id: { type: 'integer', minimum: 0 },
  target: { type: 'string', enum: ['_blank', ''] },
  url: text,
  xfn: texts,
  menus: integer,
}

/** The items of menus. */
export const menuItemRoutes: readonly Route[] = resource<MenuItemRow>({
  path: base,
  find: ({ site, params }) => {
    const item = menuItemsOf(site).find(({ id }) => id === Number(params.id))
    return found(item, 'rest_post_invalid_id', 'Invalid post ID.')
  },
  show: showItem,
  list: {
    args: {
      ...searchArgs('menu_order', [...postOrders, 'menu_order']),
      per_page: { ...listArgs.per_page, default: 100 },
      menu_order: integer,
      status: { type: 'array', items: text, default: ['publish'] },
      menus: integers,
      menus_exclude: integers,
    },
    permit: (call) => {
      mayEdit(call, 'edit posts in this post type')
      mayView(call, 'menu items')
    },
    rows: (call) => pageOf(call, listItems(call), 'rest_post_invalid_page_number'),
  },
  create: {
    args: fields,
    permit: (call) => demandManager(call, 'rest_cannot_create', 'create posts as this user'),
    make: createItem,
  },
  read: {
    permitRow: (call, { status }) => {
      mayEdit(call, 'edit this post')
      mayView(call, 'menu items')
      if (status !== 'publish') demandManager(call, 'rest_forbidden', 'do that')
    },
  },
  update: {
    args: fields,
    permitRow: (call) => demandManager(call, 'rest_cannot_edit', 'edit this post'),
    change: (call, item) => keepItem(call, withChanges(call, item)),
  },
  remove: {
    permitRow: (call) => demandManager(call, 'rest_cannot_delete', 'delete this post'),
    trash: 'Menu items',
    context: 'view',
    drop: ({ site }, { id }) => void site.posts.delete(id),
  },
})

function mayEdit(call: Call, what: string): void {
  if (contextOf(call) === 'edit') demandManager(call, 'rest_forbidden_context', what)
}

function demandManager({ user }: Call, code: string, what: string): void {
  demand(user, 'edit_theme_options', code, what)
}

function listItems(call: Call): MenuItemRow[] {
  const { site, params } = call
  const { list, among, takes, hasWords } = wishesOf(call)
  const rows = menuItemsOf(site).filter(
    (item) =>
      (list('status').includes(item.status) || list('status').includes('any')) &&
      takes(item.id) &&
      among('menus', menuOf(item)) &&
      !list('menus_exclude').includes(menuOf(item)) &&
      (params.menu_order === undefined || params.menu_order === item.menuOrder) &&
      hasWords(titleOf(site, item)),
  )
  const keys: Record<string, (item: MenuItemRow) => string | number> = {
    menu_order: ({ menuOrder }) => menuOrder,
    parent: ({ meta }) => meta.parent,
    title: ({ title }) => title,
    // Items have no slugs.
    include_slugs: ({ id }) => id,
  }
  return inOrder(call, rows, keys, ({ id }) => id, ['include'])
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
  const title = rawOf(params.title)
  if (title !== undefined) item.title = String(title)
  if (params.status !== undefined) item.status = String(params.status)
  if (params.attr_title !== undefined) item.excerpt = String(params.attr_title)
  if (params.description !== undefined) item.content = String(params.description)
  if (params.menu_order !== undefined) item.menuOrder = Number(params.menu_order)
  for (const name of ['url', 'target', 'object'] as const) {
    if (params[name] !== undefined) meta[name] = String(params[name])
  }
  if (params.type !== undefined) meta.type = params.type as MenuItemMeta['type']
  if (params.object_id !== undefined) meta.objectId = Number(params.object_id)
  if (params.parent !== undefined) meta.parent = Number(params.parent)
  if (params.classes !== undefined) meta.classes = params.classes as string[]
  if (params.xfn !== undefined) meta.xfn = params.xfn as string[]
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
  const missing = Object.entries({ title, url: meta.url }).flatMap(([name, value]) =>
    value === '' ? [name] : [],
  )
  const [first, ...others] = missing.map(
    (name) =>
      new WpError(
        400,
        `rest_${name}_required`,
        `The ${name} is required when using a custom menu item type.`,
      ),
  )
  if (!first) return
  if (others.length === 0) throw first
  throw new SeveralErrors(first, others)
}

/** Several errors in one answer. */
class SeveralErrors extends WpError {
  constructor(
    private readonly first: WpError,
    private readonly others: readonly WpError[],
  ) {
    super(first.status, first.code, first.message)
  }

  override body(): WpErrorBody {
    return { ...this.first.body(), additional_errors: this.others.map((other) => other.body()) }
  }
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
        description: item.content,
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
