import { contextOf } from '../http/listing'
import { notAllowed, WpError } from '../http/wpError'
import type { Call, Endpoint } from '../http/route'
import { can, canPost, demand, type PostRow, type PostType } from '../site/siteState'

/** The post of a call's `id`; refuses an id that no post of the type has. */
export function findPost(type: PostType, { site, params }: Call): PostRow {
  const post = site.posts.get(Number(params.id))
  if (post?.type !== type.slug) throw new WpError(404, 'rest_post_invalid_id', 'Invalid post ID.')
  return post
}

/** Refuses who may not change the post. */
export function mayUpdate(type: PostType): NonNullable<Endpoint['permit']> {
  return (call) => {
    const post = findPost(type, call)
    const { site, user, params } = call
    if (!canPost(site, user, 'edit', post)) {
      throw notAllowed(user, 'rest_cannot_edit', 'edit this post')
    }
    checkAuthor(type, call, 'update')
    if (params.sticky && !canStick(call)) throw mayNotStick(call)
  }
}

/** Refuses who may not see the post. */
export function mayRead(type: PostType): NonNullable<Endpoint['permit']> {
  return (call) => {
    const post = findPost(type, call)
    const { site, user, params } = call
    if (contextOf(call) === 'edit' && !canPost(site, user, 'edit', post)) {
      throw notAllowed(user, 'rest_forbidden_context', 'edit this post')
    }
    if (params.password !== undefined && params.password !== post.password) {
      throw new WpError(403, 'rest_post_incorrect_password', 'Incorrect post password.')
    }
    if (!canSee(type, call, post)) {
      throw notAllowed(user, 'rest_forbidden', 'do that')
    }
  }
}

/** Refuses who may not list the type in the context. */
export function mayList(type: PostType): NonNullable<Endpoint['permit']> {
  return ({ user, params }) => {
    if (params.context === 'edit') {
      demand(user, `edit_${type.capabilities}`, 'rest_forbidden_context', 'edit posts in this post type')
    }
  }
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
export function mayCreate(type: PostType): NonNullable<Endpoint['permit']> {
  return (call) => {
    const { user, params } = call
    if (params.id !== undefined) throw new WpError(400, 'rest_post_exists', 'Cannot create existing post.')
    checkAuthor(type, call, 'create')
    if (params.sticky && !canStick(call)) throw mayNotStick(call)
    const needed =
      type.slug === 'attachment'
        ? 'upload_files'
        : type.viewable
          ? `edit_${type.capabilities}`
          : `publish_${type.capabilities}`
    if (!can(user, needed)) {
      throw notAllowed(user, 'rest_cannot_create', 'create posts as this user')
    }
  }
}

function checkAuthor(type: PostType, { user, params }: Call, verb: 'create' | 'update'): void {
  if (params.author === undefined || params.author === user?.id) return
  demand(user, `edit_others_${type.capabilities}`, 'rest_cannot_edit_others', `${verb} posts as this user`)
}

function canStick({ user }: Call): boolean {
  return can(user, 'edit_others_posts') || can(user, 'publish_posts')
}

function mayNotStick({ user }: Call): WpError {
  return notAllowed(user, 'rest_cannot_assign_sticky', 'make posts sticky')
}

/** Refuses who may not delete the post. */
export function mayDelete(type: PostType): NonNullable<Endpoint['permit']> {
  return (call) => {
    const post = findPost(type, call)
    if (canPost(call.site, call.user, 'delete', post)) return
    throw notAllowed(call.user, 'rest_cannot_delete', 'delete this post')
  }
}
