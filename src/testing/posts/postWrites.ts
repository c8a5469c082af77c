import { rawOf, takeSent } from '../http/params'
import { writeMeta } from './meta'
import { emptyPost, isFloating, putPost, uniqueSlug } from './postRows'
import { has, hasExcerpt, taxonomiesOf } from './postTypes'
import { notAllowed, WpError } from '../http/wpError'
import { slugOf } from './rendering'
import { keepRevision, revisionsOf, textFields } from './revisions'
import type { Call } from '../http/route'
import { parentOutOfCircle } from '../site/parentOutOfCircle'
import { can, type PostRow, type PostType, tick } from '../site/siteState'
import { timeOf } from './times'

/** Makes a post of the fields that were sent. */
export function createPost(type: PostType, call: Call): PostRow {
  const { site, user } = call
  const draft = emptyPost(type.slug, site, { author: user?.id ?? 0 })
  const post = withChanges(type, call, draft)
  const categories = post.terms.category
  if (type.slug === 'post' && categories === undefined) {
    post.terms.category = [Number(site.settings.default_category)]
  }
  const time = tick(site)
  if (call.params.date === undefined && call.params.date_gmt === undefined) post.date = time
  post.hasOwnDate ||= !isFloating(post)
  post.modified = time
  return putPost(site, post)
}

/** Changes the fields of a post that were sent, and keeps a revision. */
export function updatePost(type: PostType, call: Call, post: PostRow): PostRow {
  const { site } = call
  const changed = withChanges(type, call, post)
  changed.modified = tick(site)
  const { hasOwnDate } = changed
  const isReset = call.params.date === null || call.params.date_gmt === null
  if (isReset || isFloating({ status: post.status, hasOwnDate })) changed.date = changed.modified
  changed.hasOwnDate ||= !isFloating(changed)
  site.posts.set(post.id, changed)
  if (has(type, 'revisions')) keepRevision(site, type, changed, call.user?.id ?? 0)
  return changed
}

/** The post with what the parameters change; it is not in the table yet. */
function withChanges(type: PostType, call: Call, before: PostRow): PostRow {
  const { site, params } = call
  const post: PostRow = { ...before, meta: { ...before.meta }, terms: { ...before.terms } }
  for (const field of textFields) {
    const text = rawOf(params[field])
    const isTaken = field === 'excerpt' ? hasExcerpt(type) : has(type, field === 'content' ? 'editor' : field)
    if (typeof text === 'string' && isTaken) post[field] = text
  }
  if (post.file) {
    takeSent(post, params, ['altText'], { excerpt: 'caption', content: 'description', parent: 'post' })
  } else if (params.status !== undefined) setStatus(type, call, post)
  const given = params.date === undefined ? params.date_gmt : params.date
  const time = typeof given === 'string' ? timeOf(given) : undefined
  if (time !== undefined && time !== before.date) {
    post.date = time
    post.hasOwnDate = true
  } else if (given === null) post.hasOwnDate = false
  if (
    post.status === 'publish' &&
    Date.parse(`${post.date}Z`) > site.startedAt + (site.seconds + 60) * 1000
  ) {
    post.status = 'future'
  }
  if (params.author !== undefined && params.author !== before.author) {
    if (!site.users.has(Number(params.author))) {
      throw new WpError(400, 'rest_invalid_author', 'Invalid author ID.')
    }
    post.author = Number(params.author)
  }
  if (params.password !== undefined) {
    if (params.password !== '' && (params.sticky ?? before.sticky)) {
      throw new WpError(400, 'rest_invalid_field', 'A sticky post can not be password protected.')
    }
    post.password = String(params.password)
  }
  if (params.parent !== undefined && type.hierarchical) {
    const parent = Number(params.parent)
    if (parent !== 0 && !site.posts.has(parent)) {
      throw new WpError(400, 'rest_post_invalid_id', 'Invalid post parent ID.')
    }
    post.parent = parentOutOfCircle(site.posts, post.id, parent)
  }
  if (has(type, 'page-attributes')) takeSent(post, params, ['menuOrder'])
  takeSent(post, params, ['commentStatus', 'pingStatus', 'format', 'sticky', 'template'])
  if (params.featured_media !== undefined) {
    const media = Number(params.featured_media)
    const found = site.posts.get(media)
    const isPicture = found?.file?.mimeType.startsWith('image/') === true
    // What is there and is no picture takes the old one away; what is not there changes nothing.
    if (media === 0 || found) post.featuredMedia = isPicture ? media : 0
  }
  for (const { slug, restBase } of taxonomiesOf(type, site)) {
    const given = params[restBase] as number[] | undefined
    if (given) post.terms[slug] = given.filter((id) => site.terms.get(id)?.taxonomy === slug)
  }
  if (has(type, 'custom-fields')) post.meta = writeMeta(type.meta, post.meta, params.meta)
  if (post.file === null) checkText(post)
  if (params.slug !== undefined) {
    const slug = slugOf(String(params.slug))
    post.slug = slug === '' ? '' : uniqueSlug(site, post, slug)
  }
  if (post.slug === '' && ['publish', 'private', 'future', 'inherit'].includes(post.status)) {
    post.slug = uniqueSlug(site, post, slugOf(post.title) || String(post.id || site.lastPostId + 1))
  }
  return post
}

/** Refuses a post without any text. */
export function checkText(post: PostRow): void {
  if (textFields.some((field) => post[field] !== '')) return
  throw new WpError(400, 'empty_content', 'Content, title, and excerpt are empty.')
}

function setStatus(type: PostType, { user, params }: Call, post: PostRow): void {
  const status = String(params.status)
  const needsRight = ['publish', 'future', 'private'].includes(status)
  if (needsRight && status !== post.status && !can(user, `publish_${type.capabilities}`)) {
    const what = status === 'private' ? 'create private posts' : 'publish posts'
    throw notAllowed(user, 'rest_cannot_publish', `${what} in this post type`)
  }
  if (post.status === 'trash') post.slug = post.slug.replace(/__trashed$/, '')
  post.trashedFrom = null
  post.status = status
}

/** Deletes a post for good, with its revisions. */
export function dropPost({ site }: Call, post: PostRow): void {
  site.posts.delete(post.id)
  for (const { id } of revisionsOf(site, post.id)) site.posts.delete(id)
  for (const other of site.posts.values()) {
    if (other.parent === post.id) other.parent = post.parent
    if (other.featuredMedia === post.id) other.featuredMedia = 0
  }
}

/** Moves a post to the trash. */
export function trashPost(type: PostType, { site, user }: Call, post: PostRow): void {
  if (post.status === 'trash') {
    throw new WpError(410, 'rest_already_trashed', 'The post has already been deleted.')
  }
  const isDateless = isFloating(post)
  post.trashedFrom = post.status
  post.status = 'trash'
  if (post.slug !== '') post.slug += '__trashed'
  post.modified = tick(site)
  if (isDateless) post.date = post.modified
  if (has(type, 'revisions') && revisionsOf(site, post.id).length === 0) {
    keepRevision(site, type, post, user?.id ?? 0)
  }
}
