import type { Attachment } from './attachment'
import type { Block } from './block'
import type { Comment } from './comment'
import type { Context } from './inference/context'
import type { FontCollection } from './fontCollection'
import type { GlobalStyles } from './globalStyles'
import type { Icon } from './icon'
import type { IconCollection } from './iconCollection'
import type { Menu } from './menu'
import type { MenuItem } from './menuItem'
import type { MenuLocation } from './menuLocation'
import type { Navigation } from './navigation'
import type { Page } from './page'
import type { Plugin } from './plugin'
import type { Post } from './post'
import type { Settings } from './settings'
import type { Sidebar } from './sidebar'
import type { Status } from './status'
import type { Taxonomy } from './taxonomy'
import type { Template } from './template'
import type { TemplatePart } from './templatePart'
import type { Term } from './term'
import type { Theme } from './theme'
import type { Type } from './type'
import type { UnstableBase } from './unstableBase'
import type { User } from './user'
import type { Widget } from './widget'
import type { WidgetType } from './widgetType'

/**
 * Your own record types, by kind and name: extend it by declaration merging. What stands here comes before the
 * built-in types, so it can also replace one.
 *
 * An entry is a record type, the same in every context, or a `PerContext`. A kind can be declared once; to add
 * to one kind from several places, extend `RootEntityTypes`, `PostTypeEntityTypes` or `TaxonomyEntityTypes`.
 *
 * @example
 * declare module 'copydesk' {
 *   interface EntityTypes {
 *     postType: { book: Book }
 *     shop: { order: PerContext<{ view: OrderSummary; edit: Order; embed: OrderSummary }> }
 *   }
 * }
 */
// empty on purpose: a kind that were declared here could not be declared by users any more
export interface EntityTypes {}

/**
 * Closes the kinds and names of an application by declaration merging: with `closed: true`, those that have a type are
 * known, and a misspelt one does not compile. Entities of your own are opened by their types in {@link EntityTypes}.
 * @example
 * declare module 'copydesk' {
 *   interface EntityNames { closed: true }
 *   interface EntityTypes { shop: { order: Order } }
 * }
 */
// empty on purpose: it is the application's to close
export interface EntityNames {}

declare const perContext: unique symbol

/** An entry of `EntityTypes` whose record differs from context to context. */
export interface PerContext<Records extends Record<Context, object>> {
  readonly [perContext]: Records
}

/** The record that an entry of `EntityTypes` stands for in one context. */
export type InContext<Entry, C extends Context> = Entry extends PerContext<infer Records> ? Records[C] : Entry

/** The kinds that have built-in record types. */
export interface BuiltinEntityTypes<C extends Context> {
  postType: PostTypeEntityTypes<C>
  root: RootEntityTypes<C>
  taxonomy: TaxonomyEntityTypes<C>
}

/** The records of kind `root`, by name; declaration merging can add to them. */
export interface RootEntityTypes<C extends Context> {
  __unstableBase: UnstableBase<C>
  comment: Comment<C>
  fontCollection: FontCollection<C>
  globalStyles: GlobalStyles<C>
  icon: Icon<C>
  iconCollection: IconCollection<C>
  media: Attachment<C>
  menu: Menu<C>
  menuItem: MenuItem<C>
  menuLocation: MenuLocation<C>
  plugin: Plugin<C>
  postType: Type<C>
  sidebar: Sidebar<C>
  site: Settings<C>
  status: Status<C>
  taxonomy: Taxonomy<C>
  theme: Theme<C>
  user: User<C>
  widget: Widget<C>
  widgetType: WidgetType<C>
}

/**
 * The records of kind `postType`, by the slug of their post type; declaration merging can add to them.
 */
export interface PostTypeEntityTypes<C extends Context> {
  attachment: Attachment<C>
  page: Page<C>
  post: Post<C>
  wp_block: Block<C>
  wp_navigation: Navigation<C>
  wp_template: Template<C>
  wp_template_part: TemplatePart<C>
}

/**
 * The records of kind `taxonomy`, by the slug of their taxonomy; declaration merging can add to them.
 */
export interface TaxonomyEntityTypes<C extends Context> {
  category: Term<C>
  nav_menu: Term<C>
  post_tag: Term<C>
  wp_pattern_category: Term<C>
}

/**
 * The context the server is asked for where a query names none, by `kind/name`; declaration merging can add to
 * it. Every `postType` and `taxonomy` has `edit`; a pair that is not here has each of the three.
 */
export interface DefaultContexts {
  'root/__unstableBase': 'view'
  'root/comment': 'edit'
  'root/fontCollection': 'view'
  'root/globalStyles': 'edit'
  'root/icon': 'view'
  'root/iconCollection': 'view'
  'root/media': 'edit'
  'root/menu': 'edit'
  'root/menuItem': 'edit'
  'root/menuLocation': 'edit'
  'root/plugin': 'edit'
  'root/postType': 'edit'
  'root/sidebar': 'edit'
  'root/site': 'view'
  'root/status': 'edit'
  'root/taxonomy': 'edit'
  'root/theme': 'edit'
  'root/user': 'edit'
  'root/widget': 'edit'
  'root/widgetType': 'edit'
}

/**
 * The field that tells records apart, by `kind/name`, where it is not `id`; declaration merging can add to it.
 * `null` stands for an entity that is one record without a key.
 */
export interface EntityKeys {
  'root/fontCollection': 'slug'
  'root/icon': 'name'
  'root/iconCollection': 'slug'
  'root/menuLocation': 'name'
  'root/plugin': 'plugin'
  'root/postType': 'slug'
  'root/site': null
  'root/status': 'slug'
  'root/taxonomy': 'slug'
  'root/theme': 'stylesheet'
}
