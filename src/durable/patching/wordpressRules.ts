import type { RecordData } from '../../core/plain'
import { isRecord } from '../../core/plain'
import {
  among,
  anyAmong,
  attached,
  beyond,
  commentStatus,
  commentType,
  flag,
  mediaType,
  mimeType,
  modifier,
  noneAmong,
  notAmong,
  postFormat,
  postStatus,
  readFlag,
  search,
  terms,
  undecided,
  withoutTerms,
} from './filters'
import type { FilterRule, KnownOrder, KnownRules, ParentOf } from './listRules'

const texts = ['title', 'content', 'excerpt'] as const
const byId: KnownOrder = { looksAt: ['id'], by: 'number' }
const bySlug: KnownOrder = { looksAt: ['slug'], by: 'slug' }
const byPlace: KnownOrder = { looksAt: ['id'], by: 'given' }
const bySlugPlace: KnownOrder = { looksAt: ['slug'], by: 'given', placesIn: 'slug' }
const reversibly = (order: KnownOrder): KnownOrder => ({ ...order, isReversible: true })
const number = (field: string): KnownOrder => ({ looksAt: [field], by: 'number' })
const time = (field: string): KnownOrder => ({ looksAt: [field], by: 'time' })
const text = (field: string): KnownOrder => ({ looksAt: [field], by: 'text' })
const secret = (...looksAt: readonly string[]): KnownOrder => ({ looksAt, by: 'unknown' })

const chosen = { include: among('id'), exclude: notAmong('id'), slug: among('slug') }

const posts: KnownRules = {
  defaults: { status: 'publish', orderby: 'date', order: 'desc' },
  filters: {
    ...chosen,
    status: postStatus,
    author: among('author'),
    author_exclude: notAmong('author'),
    parent: among('parent'),
    parent_exclude: notAmong('parent'),
    menu_order: among('menu_order'),
    sticky: flag('sticky'),
    after: beyond('date', 'after'),
    before: beyond('date', 'before'),
    modified_after: beyond('modified', 'after'),
    modified_before: beyond('modified', 'before'),
    format: postFormat,
    search: search(...texts),
    search_columns: modifier,
    search_semantics: modifier,
    tax_relation: modifier,
  },
  orders: {
    date: time('date'),
    modified: time('modified'),
    id: byId,
    include: byPlace,
    author: number('author'),
    parent: number('parent'),
    menu_order: number('menu_order'),
    slug: bySlug,
    title: text('title.raw'),
    include_slugs: bySlugPlace,
    // Those that match alike come by date.
    relevance: secret(...texts, 'date'),
  },
  isAffectedByDeletion: looksAtParents,
}

const media: KnownRules = {
  ...posts,
  defaults: { ...posts.defaults, status: 'inherit' },
  filters: {
    ...posts.filters,
    status: {
      looksAt: ['status'],
      test: (record, value) =>
        String(value).includes('any') ? undefined : postStatus.test?.(record, value, {}),
    },
    parent: attached(among),
    parent_exclude: attached(notAmong),
    media_type: mediaType,
    mime_type: mimeType,
    search: search(...texts, 'alt_text', 'caption', 'description', 'source_url', 'slug'),
  },
  orders: { ...posts.orders, parent: number('post') },
  isAffectedByDeletion: undefined,
}

const menuItems: KnownRules = {
  ...posts,
  defaults: { status: 'publish', orderby: 'menu_order', order: 'asc' },
  filters: {
    ...posts.filters,
    menus: anyAmong('menus'),
    menus_exclude: noneAmong('menus'),
    // WordPress takes no notice of these, though the items have a parent.
    parent: undecided('parent'),
    parent_exclude: undecided('parent'),
  },
  isAffectedByDeletion: undefined,
}

const termLists: KnownRules = {
  defaults: { orderby: 'name', order: 'asc' },
  filters: {
    ...chosen,
    parent: among('parent'),
    hide_empty: {
      looksAt: ['count'],
      test: (record, value) => (readFlag(value) === false ? true : undefined),
    },
    search: search('name', 'slug', 'description'),
    post: undecided(),
  },
  orders: {
    id: byId,
    include: reversibly(byPlace),
    name: text('name'),
    slug: bySlug,
    include_slugs: reversibly(bySlugPlace),
    term_group: number('term_group'),
    description: secret('description'),
    count: secret('count'),
  },
  // What is below it comes below the one above, and what only it was given to is given the default one.
  isAffectedByDeletion: (parameters) =>
    looksAtParents(parameters) ||
    parameters.post !== undefined ||
    parameters.orderby === 'count' ||
    (parameters.hide_empty !== undefined && readFlag(parameters.hide_empty) !== false),
}

const names = ['name', 'slug', 'username', 'email', 'url', 'nickname', 'first_name', 'last_name'] as const
const abilities = ['roles', 'capabilities', 'extra_capabilities'] as const

const users: KnownRules = {
  defaults: { orderby: 'name', order: 'asc' },
  filters: {
    ...chosen,
    roles: anyAmong('roles'),
    search: search(...names),
    search_columns: modifier,
    capabilities: undecided(...abilities),
    who: undecided(...abilities),
    has_published_posts: undecided(),
  },
  orders: {
    id: byId,
    include: reversibly(byPlace),
    name: text('name'),
    slug: bySlug,
    include_slugs: bySlugPlace,
    registered_date: time('registered_date'),
    email: secret('email'),
    url: secret('url'),
  },
}

const comments: KnownRules = {
  defaults: { status: 'approve', type: 'comment', orderby: 'date_gmt', order: 'desc' },
  filters: {
    include: chosen.include,
    exclude: chosen.exclude,
    post: among('post'),
    parent: among('parent'),
    parent_exclude: notAmong('parent'),
    author: among('author'),
    author_exclude: notAmong('author'),
    status: commentStatus,
    type: commentType,
    after: beyond('date', 'after'),
    before: beyond('date', 'before'),
    search: search('content', 'author_name', 'author_email', 'author_url', 'author_ip'),
    author_email: undecided('author_email'),
    password: undecided(),
  },
  orders: {
    date: time('date'),
    date_gmt: time('date_gmt'),
    id: byId,
    include: byPlace,
    post: number('post'),
    parent: number('parent'),
    type: text('type'),
  },
  isAffectedByDeletion: looksAtParents,
}

/** Post types whose lists come from theme files and other sources. */
const otherSources = [
  'wp_template',
  'wp_template_part',
  'wp_global_styles',
  'wp_font_family',
  'wp_font_face',
  'wp_block_type',
]

const others: { readonly [entity: string]: KnownRules } = {
  'postType/attachment': media,
  'root/menuItem': menuItems,
  'postType/nav_menu_item': menuItems,
  'root/menu': termLists,
  'root/user': users,
  'root/comment': comments,
}

/** The rules of WordPress's own lists; undefined for entities whose lists depend on more than their records. */
export function wordpressRules(
  kind: string,
  name: string,
  parentOf: ParentOf = () => undefined,
): KnownRules | undefined {
  const known = others[`${kind}/${name}`]
  if (kind === 'taxonomy') return known ?? termLists
  const rules = known ?? (kind === 'postType' && !otherSources.includes(name) ? posts : undefined)
  if (!rules || !hasTaxonomies(rules)) return rules
  return { ...rules, filterFor: (parameter, record) => taxonomyFilter(parameter, record, parentOf) }
}

/** What is below a record that is deleted comes below the one above it. */
function looksAtParents({ parent, parent_exclude: excluded, orderby }: RecordData): boolean {
  return parent !== undefined || excluded !== undefined || orderby === 'parent'
}

/** Posts of every type have the parameter, whatever they are called. */
function hasTaxonomies({ filters }: KnownRules): boolean {
  return Object.hasOwn(filters, 'tax_relation')
}

/** A parameter that is called as the base of a taxonomy of the post; its links name them. */
function taxonomyFilter(parameter: string, record: RecordData, parentOf: ParentOf): FilterRule | undefined {
  const bases = taxonomyBases(record)
  if (bases.includes(parameter)) return terms(parameter, bases, parentOf)
  const excluded = parameter.endsWith('_exclude') ? parameter.slice(0, -'_exclude'.length) : ''
  return bases.includes(excluded) ? withoutTerms(excluded, parentOf) : undefined
}

function taxonomyBases({ _links: links }: RecordData): readonly string[] {
  const bases = new Set(['categories', 'tags'])
  const given: unknown = isRecord(links) ? links['wp:term'] : undefined
  for (const link of Array.isArray(given) ? given : []) {
    const href: unknown = isRecord(link) ? link.href : undefined
    const base = typeof href === 'string' ? /\/([\w-]+)(?:\?|$)/.exec(href)?.[1] : undefined
    if (base) bases.add(base)
  }
  return [...bases]
}
