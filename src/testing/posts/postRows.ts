import type { MenuItemMeta, StylesMeta, TemplateMeta } from '../styles/appearanceRows'
import type { Call } from '../http/route'
import { freeSlug, slugOf } from './rendering'
import { now, type PostRow, type SiteState } from '../site/siteState'

interface OwnMeta {
  nav_menu_item: MenuItemMeta
  wp_template: TemplateMeta
  wp_template_part: TemplateMeta
  wp_global_styles: StylesMeta
}

type MetaOf<Type extends string> = Type extends keyof OwnMeta ? OwnMeta[Type] : Record<string, unknown>

const menuItemMeta: MenuItemMeta = {
  type: 'custom',
  object: '',
  objectId: 0,
  parent: 0,
  url: '',
  target: '',
  classes: [''],
  xfn: [''],
}
const templateMeta: TemplateMeta = { area: 'uncategorized', isCustom: true, origin: null }

/** An entry of a menu. */
export type MenuItemRow = PostRow<MenuItemMeta>

/** A template or a part of templates. */
export type TemplateRow = PostRow<TemplateMeta>

/** The user's styles. */
export type StylesRow = PostRow<StylesMeta>

/** What every row of these types has as meta, whoever puts it in the table. */
const ownMeta: OwnMeta = {
  nav_menu_item: menuItemMeta,
  wp_template: templateMeta,
  wp_template_part: templateMeta,
  wp_global_styles: { settings: {}, styles: {} },
}

/** Whether a row is what people write, rather than how the site looks or what a post was. */
export function isContent({ type }: PostRow): boolean {
  return type !== 'revision' && !Object.hasOwn(ownMeta, type)
}

/** A post without anything, of a type; it belongs to no table yet. */
export function emptyPost<Type extends string>(
  type: Type,
  site: SiteState,
  given: Partial<Omit<PostRow, 'meta'>> & { meta?: Partial<MetaOf<Type>> },
): PostRow<MetaOf<Type>> {
  const settings = type === 'post' ? site.settings : {}
  return {
    id: 0,
    type,
    status: 'draft',
    author: 0,
    date: now(site),
    hasOwnDate: false,
    modified: now(site),
    title: '',
    content: '',
    excerpt: '',
    slug: '',
    password: '',
    parent: 0,
    menuOrder: 0,
    commentStatus: String(settings.default_comment_status ?? 'closed'),
    pingStatus: String(settings.default_ping_status ?? 'closed'),
    template: '',
    format: 'standard',
    sticky: false,
    featuredMedia: 0,
    terms: {},
    altText: '',
    trashedFrom: null,
    file: null,
    ...given,
    meta: {
      ...(Object.hasOwn(ownMeta, type) && ownMeta[type as keyof OwnMeta]),
      ...given.meta,
    } as MetaOf<Type>,
  }
}

/** Puts a post in the table; one without an id gets the next one. */
export function putPost<Row extends PostRow>(site: SiteState, post: Row): Row {
  post.id ||= site.lastPostId + 1
  site.lastPostId = Math.max(site.lastPostId, post.id)
  site.posts.set(post.id, post)
  return post
}

/** Puts a post in the table that somebody makes now, with a slug of its own: of the one given, or of the title. */
export function insertPost(type: string, { site, user }: Call, given: Partial<PostRow>): PostRow {
  const post = emptyPost(type, site, { author: user?.id ?? 0, ...given })
  post.slug = uniqueSlug(site, post, slugOf(post.slug || post.title))
  return putPost(site, post)
}

/** The posts of a type, in the order in which they were made. */
export function rowsOf<Type extends string>(site: SiteState, type: Type): PostRow<MetaOf<Type>>[] {
  const rows: PostRow<object>[] = [...site.posts.values()].filter((post) => post.type === type)
  return rows as PostRow<MetaOf<Type>>[]
}

/** Whether the post has no date of its own: each save gives it the date of then, up to its publication. */
export function isFloating({ status, hasOwnDate }: Pick<PostRow, 'status' | 'hasOwnDate'>): boolean {
  return !hasOwnDate && ['draft', 'pending', 'auto-draft'].includes(status)
}

/** A slug that no other post of the type has. */
export function uniqueSlug(site: SiteState, post: PostRow, slug: string): string {
  const isHierarchical = site.postTypes.get(post.type)?.hierarchical === true
  const isOther = ({ id, type, parent, status }: PostRow) =>
    id !== post.id &&
    status !== 'auto-draft' &&
    (post.type === 'attachment' || type === post.type || (isHierarchical && type === 'attachment')) &&
    (!isHierarchical || parent === post.parent)
  // A list in edit context asks for each of its posts: a slug is compared first, and no list made of all posts.
  return freeSlug(slug, (wanted) => {
    for (const other of site.posts.values()) if (other.slug === wanted && isOther(other)) return true
    return false
  })
}
