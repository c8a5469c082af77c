import { isRecord } from '../plain'
import { actionLinks, linkOf, permalinkTemplate, plainLink } from './links'
import { contextArg, contextOf, curies, inContext, listArgs, pageOf, restUrl, sorted } from './listing'
import { mediaFields } from './media'
import { readMeta, writeMeta } from './meta'
import { type Arg, type Args, findFault, toList } from './params'
import { forbidden, Refusal } from './refusal'
import { curl, freeSlug, renderContent, renderExcerpt, slugOf } from './rendering'
import { keepRevision, revisionsOf } from './revisions'
import { type Call, type Endpoint, Reply, type Route } from './route'
import { can, canPost, now, type PostRow, type PostType, type SiteState, tick } from './siteState'

/** List, single, creation, changes and deletion of one post type. */
export function postRoutes(type: PostType, site: SiteState): Route[] {
  const base = `/wp/v2/${type.restBase}`
  const schema = () => ({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: type.slug,
    type: 'object',
    properties: { meta: metaSchema(type) },
  })
  const write = writeArgs(type)
  return [
    {
      path: base,
      GET: { args: listOf(type, site), permit: mayList(type), run: (call) => listPosts(type, call) },
      POST: { args: write, permit: mayCreate(type), run: (call) => createPost(type, call) },
      schema,
    },
    {
      path: `${base}/:id`,
      GET: {
        args: { ...contextArg, password: { type: 'string' } },
        permit: mayRead(type),
        run: (call) => showPost(call, findPost(type, call), contextOf(call)),
      },
      update: { args: write, permit: mayUpdate(type), run: (call) => updatePost(type, call) },
      DELETE: {
        args: { force: { type: 'boolean', default: false } },
        permit: mayDelete(type),
        run: (call) => deletePost(type, call),
      },
      schema,
    },
  ]
}

/** The post of a call's `id`; refuses an id that no post of the type has. */
export function findPost(type: PostType, { site, params }: Call): PostRow {
  const post = site.posts.get(Number(params.id))
  if (post?.type !== type.slug) throw new Refusal(404, 'rest_post_invalid_id', 'Invalid post ID.')
  return post
}

/** Refuses who may not change the post. */
export function mayUpdate(type: PostType): NonNullable<Endpoint['permit']> {
  return (call) => {
    const post = findPost(type, call)
    const { site, user, params } = call
    if (!canPost(site, user, 'edit', post)) {
      throw forbidden(user, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.')
    }
    checkAuthor(type, call, 'update')
    if (params.sticky && !canStick(call)) throw mayNotStick(call)
  }
}

/** Refuses who may not see the post. */
function mayRead(type: PostType): NonNullable<Endpoint['permit']> {
  return (call) => {
    const post = findPost(type, call)
    const { site, user, params } = call
    if (contextOf(call) === 'edit' && !canPost(site, user, 'edit', post)) {
      throw forbidden(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.')
    }
    if (params.password !== undefined && params.password !== post.password) {
      throw new Refusal(403, 'rest_post_incorrect_password', 'Incorrect post password.')
    }
    if (!canSee(type, call, post)) {
      throw forbidden(user, 'rest_forbidden', 'Sorry, you are not allowed to do that.')
    }
  }
}

/** A post as the site answers it. */
export function showPost(call: Call, post: PostRow, context: 'view' | 'edit' | 'embed'): object {
  const type = call.site.postTypes.get(post.type)
  return type ? { ...fieldsOf(type, call, post, context), _links: linksOf(type, call, post, context) } : {}
}

/** A slug that no other post of the type has. */
export function uniqueSlug(site: SiteState, post: PostRow, slug: string): string {
  const isHierarchical = site.postTypes.get(post.type)?.hierarchical === true
  const others = [...site.posts.values()].filter(
    ({ id, type, parent, status }) =>
      id !== post.id &&
      status !== 'auto-draft' &&
      (post.type === 'attachment' || type === post.type || (isHierarchical && type === 'attachment')) &&
      (!isHierarchical || parent === post.parent),
  )
  return freeSlug(slug, (wanted) => others.some((other) => other.slug === wanted))
}

const writableStatuses = ['publish', 'future', 'draft', 'pending', 'private']
const knownStatuses = [
  ...[...writableStatuses, 'trash', 'auto-draft', 'inherit', 'request-pending', 'request-confirmed'],
  ...['request-failed', 'request-completed', 'any'],
]
const formats = [
  ...['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'],
]
const integers: Arg = { type: 'array', items: { type: 'integer' } }
const strings: Arg = { type: 'array', items: { type: 'string' } }
const date: Arg = {
  type: 'any',
  check: (value) =>
    value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
      ? undefined
      : { code: 'rest_invalid_date', message: 'Invalid date.' },
}

function has(type: PostType, feature: string): boolean {
  return type.supports.includes(feature)
}

function taxonomiesOf(type: PostType, site: SiteState) {
  return type.taxonomies.flatMap((slug) => site.taxonomies.get(slug) ?? [])
}

function listOf(type: PostType, site: SiteState): Args {
  const orders = [
    ...['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs'],
    'title',
    ...(has(type, 'page-attributes') ? ['menu_order'] : []),
  ]
  const isMedia = type.slug === 'attachment'
  return {
    ...listArgs,
    search: { type: 'string' },
    after: date,
    modified_after: date,
    ...(has(type, 'author') && { author: integers, author_exclude: integers }),
    before: date,
    modified_before: date,
    exclude: integers,
    include: integers,
    ...(has(type, 'page-attributes') && { menu_order: { type: 'integer' } }),
    offset: { type: 'integer' },
    order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    orderby: { type: 'string', enum: orders, default: 'date' },
    ...((type.hierarchical || isMedia) && { parent: integers, parent_exclude: integers }),
    slug: strings,
    status: {
      type: 'array',
      items: { type: 'string' },
      default: [isMedia ? 'inherit' : 'publish'],
      check: checkStatuses(type),
    },
    ...Object.fromEntries(
      taxonomiesOf(type, site).flatMap(({ restBase }) => [
        [restBase, integers],
        [`${restBase}_exclude`, integers],
      ]),
    ),
    ...(type.slug === 'post' && { sticky: { type: 'boolean' } }),
    ...(isMedia && {
      media_type: { type: 'string', enum: ['image', 'video', 'text', 'application', 'audio'] },
      mime_type: { type: 'string' },
    }),
  }
}

function checkStatuses(type: PostType): NonNullable<Arg['check']> {
  const isMedia = type.slug === 'attachment'
  const known: Arg = {
    type: 'array',
    items: { type: 'string', enum: isMedia ? ['inherit', 'private', 'trash'] : knownStatuses },
  }
  return (value, name, user) => {
    for (const status of toList(value)) {
      const isOpen = status === (isMedia ? 'inherit' : 'publish')
      const readsPrivate = status === 'private' && can(user, `read_private_${type.capabilities}`)
      if (isOpen) continue
      if (!readsPrivate && !can(user, `edit_${type.capabilities}`)) {
        const data = { status: user ? 403 : 401 }
        return { code: 'rest_forbidden_status', message: 'Status is forbidden.', data }
      }
      const fault = findFault(value, known, name)
      if (fault) return fault
    }
    return undefined
  }
}

function writeArgs(type: PostType): Args {
  const openOrClosed: Arg = { type: 'string', enum: ['open', 'closed'] }
  return {
    date,
    date_gmt: date,
    slug: { type: 'string' },
    status: { type: 'string', enum: writableStatuses },
    password: { type: 'string' },
    parent: { type: 'integer' },
    author: { type: 'integer' },
    featured_media: { type: 'integer' },
    comment_status: openOrClosed,
    ping_status: openOrClosed,
    menu_order: { type: 'integer' },
    ...(has(type, 'post-formats') && { format: { type: 'string', enum: formats } }),
    ...(type.slug === 'post' && { sticky: { type: 'boolean' } }),
    template: { type: 'string' },
    ...Object.fromEntries(
      ['categories', 'tags', 'wp_pattern_category'].map((restBase) => [restBase, integers]),
    ),
  }
}

function metaSchema(type: PostType): object {
  const fields = Object.entries(type.meta).map(([key, { type: kind = 'string', ...field }]) => [
    key,
    { type: kind, description: field.description ?? '', default: field.default ?? '' },
  ])
  return {
    description: 'Meta fields.',
    type: 'object',
    context: ['view', 'edit'],
    properties: fields.length > 0 ? (Object.fromEntries(fields) as object) : [],
  }
}

function mayList(type: PostType): NonNullable<Endpoint['permit']> {
  return ({ user, params }) => {
    if (params.context === 'edit' && !can(user, `edit_${type.capabilities}`)) {
      const message = 'Sorry, you are not allowed to edit posts in this post type.'
      throw forbidden(user, 'rest_forbidden_context', message)
    }
  }
}

function listPosts(type: PostType, call: Call): object[] {
  const { site, params } = call
  const rows = sortPosts(
    [...site.posts.values()].filter((post) => post.type === type.slug && fits(type, call, post)),
    params,
  )
  const page = pageOf(call, rows, {
    code: 'rest_post_invalid_page_number',
    message: 'The page number requested is larger than the number of pages available.',
  })
  return page.filter((post) => canSee(type, call, post)).map((post) => showPost(call, post, contextOf(call)))
}

function fits(type: PostType, { site, params }: Call, post: PostRow): boolean {
  const list = (name: string) => (params[name] ?? []) as (string | number)[]
  const among = (name: string, value: string | number) =>
    list(name).length === 0 || list(name).includes(value)
  const statuses = list('status')
  const text = `${post.title}\n${post.excerpt}\n${post.content}`.toLowerCase()
  const words = String(params.search ?? '')
    .toLowerCase()
    .split(/\s+/)
  const at = (name: string, fallback: string) => String(params[name] ?? fallback).slice(0, 19)
  return (
    (statuses.includes(post.status) ||
      (statuses.includes('any') && !['trash', 'auto-draft', 'inherit'].includes(post.status))) &&
    among('include', post.id) &&
    !list('exclude').includes(post.id) &&
    among('author', post.author) &&
    !list('author_exclude').includes(post.author) &&
    among('slug', post.slug) &&
    among('parent', post.parent) &&
    !list('parent_exclude').includes(post.parent) &&
    (params.menu_order === undefined || params.menu_order === post.menuOrder) &&
    (params.sticky === undefined || params.sticky === post.sticky) &&
    words.every((word) => text.includes(word)) &&
    post.date > at('after', '') &&
    post.date < at('before', '9999') &&
    post.modified > at('modified_after', '') &&
    post.modified < at('modified_before', '9999') &&
    (params.media_type === undefined ||
      post.file?.mimeType.startsWith(`${String(params.media_type)}/`) === true) &&
    (params.mime_type === undefined || post.file?.mimeType === params.mime_type) &&
    taxonomiesOf(type, site).every(({ slug, restBase }) => {
      const terms = post.terms[slug] ?? []
      const wanted = list(restBase)
      return (
        (wanted.length === 0 || terms.some((term) => wanted.includes(term))) &&
        !terms.some((term) => list(`${restBase}_exclude`).includes(term))
      )
    }) === true
  )
}

function sortPosts(rows: readonly PostRow[], params: Record<string, unknown>): PostRow[] {
  const { orderby, order } = params
  const given = (params.include ?? []) as number[]
  const slugs = (params.slug ?? []) as string[]
  const keys: Record<string, (post: PostRow) => string | number> = {
    author: ({ author }) => author,
    date: (post) => Date.parse(post.date),
    modified: ({ modified }) => Date.parse(modified),
    id: ({ id }) => id,
    parent: ({ parent }) => parent,
    slug: ({ slug }) => slug,
    title: ({ title }) => title,
    menu_order: ({ menuOrder }) => menuOrder,
    relevance: (post) => Date.parse(post.date),
  }
  if (orderby === 'include') return sorted(rows, ({ id }) => given.indexOf(id), 'asc')
  if (orderby === 'include_slugs') return sorted(rows, ({ slug }) => slugs.indexOf(slug), 'asc')
  return sorted(rows, keys[String(orderby)] ?? (({ id }) => id), order)
}

function canSee(type: PostType, { site, user }: Call, post: PostRow): boolean {
  // Patterns are for those who write, even when they are published.
  if (!type.viewable && !can(user, 'edit_posts')) return false
  if (post.status === 'inherit') {
    const parent = site.posts.get(post.parent)
    return !parent || canPost(site, user, 'read', parent)
  }
  return canPost(site, user, 'read', post)
}

function mayCreate(type: PostType): NonNullable<Endpoint['permit']> {
  return (call) => {
    const { user, params } = call
    if (params.id !== undefined) throw new Refusal(400, 'rest_post_exists', 'Cannot create existing post.')
    checkAuthor(type, call, 'create')
    if (params.sticky && !canStick(call)) throw mayNotStick(call)
    const needed =
      type.slug === 'attachment'
        ? 'upload_files'
        : type.viewable
          ? `edit_${type.capabilities}`
          : `publish_${type.capabilities}`
    if (!can(user, needed)) {
      const message = 'Sorry, you are not allowed to create posts as this user.'
      throw forbidden(user, 'rest_cannot_create', message)
    }
  }
}

function checkAuthor(type: PostType, { user, params }: Call, verb: 'create' | 'update'): void {
  if (params.author === undefined || params.author === user?.id) return
  if (can(user, `edit_others_${type.capabilities}`)) return
  const message = `Sorry, you are not allowed to ${verb} posts as this user.`
  throw forbidden(user, 'rest_cannot_edit_others', message)
}

function canStick({ user }: Call): boolean {
  return can(user, 'edit_others_posts') || can(user, 'publish_posts')
}

function mayNotStick({ user }: Call): Refusal {
  return forbidden(user, 'rest_cannot_assign_sticky', 'Sorry, you are not allowed to make posts sticky.')
}

function mayDelete(type: PostType): NonNullable<Endpoint['permit']> {
  return (call) => {
    const post = findPost(type, call)
    if (canPost(call.site, call.user, 'delete', post)) return
    throw forbidden(call.user, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.')
  }
}

/** A post without anything, of a type; it belongs to no table yet. */
export function emptyPost(type: PostType, site: SiteState, given: Partial<PostRow>): PostRow {
  const settings = type.slug === 'post' ? site.settings : {}
  return {
    id: 0,
    type: type.slug,
    status: 'draft',
    author: 0,
    date: now(site),
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
    meta: {},
    terms: {},
    altText: '',
    trashedFrom: null,
    file: null,
    ...given,
  }
}

function createPost(type: PostType, call: Call): Reply {
  const { site, user } = call
  const draft = emptyPost(type, site, { author: user?.id ?? 0 })
  const post = withChanges(type, call, draft)
  const categories = post.terms.category
  if (type.slug === 'post' && categories === undefined) {
    post.terms.category = [Number(site.settings.default_category)]
  }
  const time = tick(site)
  if (call.params.date === undefined && call.params.date_gmt === undefined) post.date = time
  post.modified = time
  post.id = ++site.lastPostId
  site.posts.set(post.id, post)
  const { restBase } = type
  call.headers.Location = restUrl(call, `/wp/v2/${restBase}/${post.id}`)
  return new Reply(201, showPost(call, post, 'edit'))
}

function updatePost(type: PostType, call: Call): object {
  const { site } = call
  const post = findPost(type, call)
  const changed = withChanges(type, call, post)
  changed.modified = tick(site)
  site.posts.set(post.id, changed)
  if (has(type, 'revisions')) keepRevision(site, type, changed, call.user?.id ?? 0)
  return showPost(call, changed, 'edit')
}

/** The post with what the parameters change; it is not in the table yet. */
function withChanges(type: PostType, call: Call, before: PostRow): PostRow {
  const { site, params } = call
  const post: PostRow = { ...before, meta: { ...before.meta }, terms: { ...before.terms } }
  for (const field of ['title', 'content', 'excerpt'] as const) {
    const given = params[field]
    const text = isRecord(given) ? given.raw : given
    if (text !== undefined && text !== null && has(type, field === 'content' ? 'editor' : field)) {
      post[field] = String(text)
    }
  }
  if (post.file) {
    if (params.caption !== undefined) post.excerpt = String(params.caption)
    if (params.description !== undefined) post.content = String(params.description)
    if (params.alt_text !== undefined) post.altText = String(params.alt_text)
    if (params.post !== undefined) post.parent = Number(params.post)
  } else if (params.status !== undefined) setStatus(type, call, post)
  const time = (params.date ?? params.date_gmt) as string | null | undefined
  if (typeof time === 'string') post.date = time.slice(0, 19)
  if (
    post.status === 'publish' &&
    Date.parse(`${post.date}Z`) > site.startedAt + (site.seconds + 60) * 1000
  ) {
    post.status = 'future'
  }
  if (params.author !== undefined && params.author !== before.author) {
    if (!site.users.has(Number(params.author))) {
      throw new Refusal(400, 'rest_invalid_author', 'Invalid author ID.')
    }
    post.author = Number(params.author)
  }
  if (params.password !== undefined) {
    if (params.password !== '' && (params.sticky ?? before.sticky)) {
      throw new Refusal(400, 'rest_invalid_field', 'A sticky post can not be password protected.')
    }
    post.password = String(params.password)
  }
  if (params.parent !== undefined && type.hierarchical) {
    const parent = Number(params.parent)
    if (parent !== 0 && !site.posts.has(parent)) {
      throw new Refusal(400, 'rest_post_invalid_id', 'Invalid post parent ID.')
    }
    post.parent = parent
  }
  if (params.menu_order !== undefined && has(type, 'page-attributes'))
    post.menuOrder = Number(params.menu_order)
  if (params.comment_status !== undefined) post.commentStatus = String(params.comment_status)
  if (params.ping_status !== undefined) post.pingStatus = String(params.ping_status)
  if (params.format !== undefined) post.format = String(params.format)
  if (params.sticky !== undefined) post.sticky = params.sticky === true
  if (params.template !== undefined) post.template = String(params.template)
  const media = Number(params.featured_media)
  if (media === 0 || site.posts.get(media)?.file) post.featuredMedia = media
  for (const { slug, restBase } of taxonomiesOf(type, site)) {
    const given = params[restBase] as number[] | undefined
    if (given) post.terms[slug] = given.filter((id) => site.terms.get(id)?.taxonomy === slug)
  }
  if (has(type, 'custom-fields')) post.meta = writeMeta(type.meta, post.meta, params.meta)
  const isEmpty = post.title === '' && post.content === '' && post.excerpt === ''
  if (isEmpty && post.file === null) {
    throw new Refusal(400, 'empty_content', 'Content, title, and excerpt are empty.')
  }
  if (params.slug !== undefined && params.slug !== '') {
    post.slug = uniqueSlug(site, post, slugOf(String(params.slug)))
  } else if (post.slug === '' && ['publish', 'private', 'future'].includes(post.status)) {
    post.slug = uniqueSlug(site, post, slugOf(post.title) || String(post.id || site.lastPostId + 1))
  }
  return post
}

function setStatus(type: PostType, { user, params }: Call, post: PostRow): void {
  const status = String(params.status)
  const needsRight = ['publish', 'future', 'private'].includes(status)
  if (needsRight && status !== post.status && !can(user, `publish_${type.capabilities}`)) {
    const what = status === 'private' ? 'create private posts' : 'publish posts'
    const message = `Sorry, you are not allowed to ${what} in this post type.`
    throw forbidden(user, 'rest_cannot_publish', message)
  }
  if (post.status === 'trash') post.slug = post.slug.replace(/__trashed$/, '')
  post.trashedFrom = null
  post.status = status
}

function deletePost(type: PostType, call: Call): object {
  const { site, params } = call
  const post = findPost(type, call)
  if (params.force) {
    const previous = fieldsOf(type, call, post, 'edit')
    site.posts.delete(post.id)
    for (const { id, parent } of site.revisions.values()) if (parent === post.id) site.revisions.delete(id)
    for (const other of site.posts.values()) {
      if (other.parent === post.id) other.parent = post.parent
      if (other.featuredMedia === post.id) other.featuredMedia = 0
    }
    tick(site)
    return { deleted: true, previous }
  }
  if (type.slug === 'attachment') {
    const message = "The post does not support trashing. Set 'force=true' to delete."
    throw new Refusal(501, 'rest_trash_not_supported', message)
  }
  if (post.status === 'trash') {
    throw new Refusal(410, 'rest_already_trashed', 'The post has already been deleted.')
  }
  post.trashedFrom = post.status
  post.status = 'trash'
  if (post.slug !== '') post.slug += '__trashed'
  post.modified = tick(site)
  if (has(type, 'revisions') && revisionsOf(site, post.id).length === 0) {
    keepRevision(site, type, post, call.user?.id ?? 0)
  }
  return showPost(call, post, 'edit')
}

function fieldsOf(
  type: PostType,
  call: Call,
  post: PostRow,
  context: 'view' | 'edit' | 'embed',
): Record<string, unknown> {
  const { site, params } = call
  const isEdit = context === 'edit'
  const raw = (text: string, rendered: string) => (isEdit ? { raw: text, rendered } : { rendered })
  const isProtected = post.password !== ''
  const isHidden = isProtected && !isEdit && params.password !== post.password
  const hide = (html: string) => (isHidden ? '' : html)
  const guid = `${site.url}/?p=${post.id}`
  const privately = post.status === 'private' ? 'Private: ' : ''
  const title = raw(post.title, privately + curl(post.title))
  const isBlock = post.type === 'wp_block'
  const isMedia = post.type === 'attachment'
  const excerpt = {
    ...raw(post.excerpt, hide(renderExcerpt(post.excerpt, post.content))),
    protected: isProtected,
  }
  const content = isBlock
    ? { raw: post.content, protected: isProtected }
    : { ...raw(post.content, hide(renderContent(post.content))), protected: isProtected }
  const version = post.content.includes('<!-- wp:') ? 1 : 0
  const isOpen = has(type, 'comments')
  const media = post.file && mediaFields(site, post, post.file, isEdit)
  return {
    ...inContext(context, {
      all: {
        id: post.id,
        date: post.date,
        slug: post.slug,
        type: post.type,
        link: linkOf(site, post),
        ...(!isBlock && { title }),
        ...(has(type, 'author') && { author: post.author }),
        ...(has(type, 'excerpt') || (has(type, 'editor') && !isBlock) ? { excerpt } : {}),
        ...((has(type, 'thumbnail') || isMedia) && { featured_media: post.featuredMedia }),
        ...media?.all,
      },
      notEmbed: {
        ...media?.notEmbed,
        ...(isBlock && { title: { raw: post.title } }),
        date_gmt: post.date,
        guid: raw(guid, guid),
        modified: post.modified,
        modified_gmt: post.modified,
        status: post.status,
        ...(has(type, 'editor') && { content: isEdit ? { ...content, block_version: version } : content }),
        ...(isOpen && { comment_status: post.commentStatus, ping_status: post.pingStatus }),
        ...(type.slug === 'post' && { sticky: post.sticky }),
        ...(has(type, 'post-formats') && { format: post.format }),
        ...(has(type, 'page-attributes') && { parent: post.parent, menu_order: post.menuOrder }),
        template: post.template,
        meta: has(type, 'custom-fields') ? readMeta(type.meta, post.meta) : [],
        ...Object.fromEntries(
          taxonomiesOf(type, site).map(({ slug, restBase }) => [restBase, termsOf(site, post, slug)]),
        ),
        ...(isBlock ? { wp_pattern_sync_status: '' } : { class_list: classesOf(type, call, post) }),
      },
      edit: {
        ...media?.edit,
        ...(!isMedia && { password: post.password }),
        ...(type.viewable && {
          permalink_template:
            isMedia && post.parent === 0 ? plainLink(site, post) : permalinkTemplate(site, post),
          generated_slug: uniqueSlug(site, post, slugOf(post.title)),
        }),
      },
    }),
  }
}

/** A post's terms of a taxonomy, by their names. */
function termsOf(site: SiteState, post: PostRow, taxonomy: string): number[] {
  return sorted(post.terms[taxonomy] ?? [], (id) => site.terms.get(id)?.name ?? '', 'asc')
}

function classesOf(type: PostType, { site }: Call, post: PostRow): string[] {
  const terms = taxonomiesOf(type, site).flatMap(({ slug }) =>
    termsOf(site, post, slug).map((id) => {
      const prefix = slug === 'post_tag' ? 'tag' : slug
      return `${prefix}-${site.terms.get(id)?.slug ?? id}`
    }),
  )
  return [
    `post-${post.id}`,
    post.type,
    `type-${post.type}`,
    `status-${post.status}`,
    ...(has(type, 'post-formats') ? [`format-${post.format}`] : []),
    ...(post.password === '' ? [] : ['post-password-required']),
    ...(post.featuredMedia !== 0 ? ['has-post-thumbnail'] : []),
    'hentry',
    ...terms,
    ...(post.format === 'standard' ? [] : [`post_format-post-format-${post.format}`]),
  ]
}

function linksOf(type: PostType, call: Call, post: PostRow, context: string): object {
  const { site, user } = call
  const base = `/wp/v2/${type.restBase}`
  const href = restUrl(call, `${base}/${post.id}`)
  const embeddable = true
  const revisions = revisionsOf(site, post.id)
  const [latest] = revisions
  const terms = taxonomiesOf(type, site).map(({ slug, restBase }) => ({
    taxonomy: slug,
    embeddable,
    href: restUrl(call, `/wp/v2/${restBase}?post=${post.id}`),
  }))
  const hasActions = context === 'edit'
  const links = {
    self: [{ href }],
    collection: [{ href: restUrl(call, base) }],
    about: [{ href: restUrl(call, `/wp/v2/types/${type.slug}`) }],
    ...(has(type, 'author') &&
      post.author !== 0 && { author: [{ embeddable, href: restUrl(call, `/wp/v2/users/${post.author}`) }] }),
    ...(has(type, 'comments') && {
      replies: [{ embeddable, href: restUrl(call, `/wp/v2/comments?post=${post.id}`) }],
    }),
    ...(has(type, 'revisions') && {
      'version-history': [{ count: revisions.length, href: `${href}/revisions` }],
    }),
    ...(latest && { 'predecessor-version': [{ id: latest.id, href: `${href}/revisions/${latest.id}` }] }),
    ...(type.hierarchical &&
      post.parent !== 0 && { up: [{ embeddable, href: restUrl(call, `${base}/${post.parent}`) }] }),
    ...(post.featuredMedia !== 0 && {
      'wp:featuredmedia': [{ embeddable, href: restUrl(call, `/wp/v2/media/${post.featuredMedia}`) }],
    }),
    ...(type.slug !== 'attachment' && {
      'wp:attachment': [{ href: restUrl(call, `/wp/v2/media?parent=${post.id}`) }],
    }),
    ...(terms.length > 0 && { 'wp:term': terms }),
    ...(hasActions && actionLinks(site, user, post, href)),
  }
  return Object.keys(links).some((relation) => relation.startsWith('wp:')) ? { ...links, curies } : links
}
