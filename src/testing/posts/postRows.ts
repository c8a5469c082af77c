import { freeSlug } from './rendering'
import { now, type PostRow, type PostType, type SiteState } from '../site/siteState'

/** A post without anything, of a type; it belongs to no table yet. */
export function emptyPost(type: PostType, site: SiteState, given: Partial<PostRow>): PostRow {
  const settings = type.slug === 'post' ? site.settings : {}
  return {
    id: 0,
    type: type.slug,
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
    meta: {},
    terms: {},
    altText: '',
    trashedFrom: null,
    file: null,
    ...given,
  }
}

/** Whether the post has no date of its own: each save gives it the date of then, up to its publication. */
export function isFloating({ status, hasOwnDate }: Pick<PostRow, 'status' | 'hasOwnDate'>): boolean {
  return !hasOwnDate && ['draft', 'pending', 'auto-draft'].includes(status)
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
