import { contextOf } from '../http/listing'
import { notAllowed, WpError } from '../http/wpError'
import type { Call } from '../http/route'
import { can, canPost, demand, type PostRow, type PostType } from '../site/siteState'

/** The post of a call's `id`; refuses an id that no post of the type has. */
export function findPost(type: PostType, { site, params }: Call): PostRow {
  const post = site.posts.get(Number(params.id))
  if (post?.type !== type.slug) throw new WpError(404, 'rest_post_invalid_id', 'Invalid post ID.')
  return post
}

/** Refuses who may not change the post. */
export function mayUpdate(type: PostType, call: Call, post: PostRow): void {
  demandPost(call, 'edit', post, 'rest_cannot_edit')
  checkAuthor(type, call, 'update')
  checkSticky(call)
}

/** Refuses who may not see the post. */
export function mayRead(type: PostType, call: Call, post: PostRow): void {
  // A password in the body is one that is set.
  const { password } = call.request.query
  if (contextOf(call) === 'edit') demandPost(call, 'edit', post, 'rest_forbidden_context')
  if (password && password !== post.password) {
    throw new WpError(403, 'rest_post_incorrect_password', 'Incorrect post password.')
  }
  if (!canSee(type, call, post)) throw notAllowed(call.user, 'rest_forbidden', 'do that')
}

/** Refuses who may not list the type in the context. */
export function mayList(type: PostType, { user, params }: Call): void {
  if (params.context !== 'edit') return
  demand(user, `edit_${type.capabilities}`, 'rest_forbidden_context', 'edit posts in this post type')
}

/** Whether a post is shown to the user. */
export function canSee(type: PostType, { site, user }: Call, post: PostRow): boolean {
  // Patterns are for those who write, even when they are published.
  if (type.slug === 'wp_block' && !can(user, 'edit_posts')) return false
  if (post.status === 'inherit') {
    const parent = site.posts.get(post.parent)
    return !parent || canPost(site, user, 'read', parent)
  }
  return canPost(site, user, 'read', post)
}

/** Refuses who may not make posts of the type. */
export function mayCreate(type: PostType, call: Call): void {
  const { user, params } = call
  if (params.id !== undefined) throw new WpError(400, 'rest_post_exists', 'Cannot create existing post.')
  checkAuthor(type, call, 'create')
  checkSticky(call)
  const verb = type.viewable ? 'edit' : 'publish'
  const needed = type.slug === 'attachment' ? 'upload_files' : `${verb}_${type.capabilities}`
  demand(user, needed, 'rest_cannot_create', 'create posts as this user')
}

function checkAuthor(type: PostType, { user, params }: Call, verb: 'create' | 'update'): void {
  if (params.author === undefined || params.author === user?.id) return
  demand(user, `edit_others_${type.capabilities}`, 'rest_cannot_edit_others', `${verb} posts as this user`)
}

function checkSticky({ user, params }: Call): void {
  if (!params.sticky || can(user, 'edit_others_posts') || can(user, 'publish_posts')) return
  throw notAllowed(user, 'rest_cannot_assign_sticky', 'make posts sticky')
}

/** Refuses who may not do something to the post. */
export function demandPost(
  { site, user }: Call,
  action: 'edit' | 'delete',
  post: PostRow,
  code: string,
): void {
  if (!canPost(site, user, action, post)) throw notAllowed(user, code, `${action} this post`)
}
