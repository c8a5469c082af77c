import type { Context, ContextField, PostContent, ProtectedText, RenderedText } from './inference/context'
import type { RecordLinks } from './links'
import type { DiscussionStatus, PostStatus } from './postStatus'

/** The fields that posts of every type have. */
export interface BasePostFields<C extends Context> {
  /** Where to go from it; relations such as `wp:action-publish` say what the user may do. */
  _links?: RecordLinks
  /** When it was, or will be, published: ISO 8601 in the site's time zone; null while a draft's date floats. */
  date: string | null
  /** The same moment in UTC. */
  date_gmt: ContextField<string | null, 'view' | 'edit', C>
  /** The lasting global identifier, which is not a link. */
  guid: ContextField<RenderedText<C>, 'view' | 'edit', C>
  id: number
  /** The address where visitors read it. */
  link: string
  /** When it was last changed: ISO 8601 in the site's time zone. */
  modified: ContextField<string, 'view' | 'edit', C>
  /** The same moment in UTC. */
  modified_gmt: ContextField<string, 'view' | 'edit', C>
  slug: string
  /** The slug of its post type. */
  type: string
}

/** The fields that posts and pages, and most registered post types, have in common. */
export interface AuthoredPostFields<C extends Context> extends BasePostFields<C> {
  /** The id of the user who wrote it. */
  author: number
  /** The classes a theme puts around it. */
  class_list: ContextField<string[], 'view' | 'edit', C>
  comment_status: ContextField<DiscussionStatus, 'view' | 'edit', C>
  content: ContextField<PostContent<C>, 'view' | 'edit', C>
  excerpt: ProtectedText<C>
  /** The id of its image; 0 for none. */
  featured_media: number
  /** The slug the server would make of the title. */
  generated_slug: ContextField<string, 'edit', C>
  /** Registered meta values by their key. */
  meta: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  /** Opens the text to those who know it; empty for everybody. */
  password: ContextField<string, 'edit', C>
  /** The link with a placeholder where the slug goes. */
  permalink_template: ContextField<string, 'edit', C>
  ping_status: ContextField<DiscussionStatus, 'view' | 'edit', C>
  status: ContextField<PostStatus, 'view' | 'edit', C>
  /** The theme file or template slug that shows it; empty for the theme's choice. */
  template: ContextField<string, 'view' | 'edit', C>
  title: RenderedText<C>
}
