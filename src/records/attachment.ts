import type { BasePostFields } from './basePost'
import type { Context, ContextField, ReadonlyRecord, RenderedText } from './inference/context'
import type { MediaDetails } from './mediaDetails'
import type { DiscussionStatus, PostStatus } from './postStatus'

/**
 * The fields of an attachment, to which declaration merging can add those of a plugin.
 */
export interface AttachmentFields<C extends Context> extends BasePostFields<C> {
  /** What it shows, in words, for those who cannot see it. */
  alt_text: string
  /** The id of the user who sent it. */
  author: number
  caption: RenderedText<C>
  /** The classes a theme puts around it. */
  class_list: ContextField<string[], 'view' | 'edit', C>
  comment_status: ContextField<DiscussionStatus, 'view' | 'edit', C>
  description: ContextField<RenderedText<C>, 'view' | 'edit', C>
  /** How the camera was held, 1 to 8; 1 is upright. */
  exif_orientation?: ContextField<number, 'edit', C>
  /** The id of the picture that stands for it; 0 for none. */
  featured_media: number
  /** The name of the file without its folder. */
  filename?: ContextField<string, 'view' | 'edit', C>
  /** In bytes. */
  filesize?: ContextField<number, 'view' | 'edit', C>
  /** The slug the server would make of the title. */
  generated_slug: ContextField<string, 'edit', C>
  /** The MIME type in which the server would store its sizes; null for the same as the file's. */
  image_output_format?: ContextField<string | null, 'edit', C>
  /** The encoding quality, 1 to 100, with the exceptions by size name. */
  image_quality?: ContextField<{ default: number; sizes: Record<string, number> | readonly [] }, 'edit', C>
  /** Whether its sizes are stored so that they appear step by step. */
  image_save_progressive?: ContextField<boolean, 'edit', C>
  media_details: MediaDetails
  /** `image`, or `file` for everything else. */
  media_type: 'image' | 'file'
  /** Registered meta values by their key; an empty array where there are none. */
  meta: ContextField<Record<string, unknown> | [], 'view' | 'edit', C>
  mime_type: string
  /** The names of the sizes the server has not made yet. */
  missing_image_sizes: ContextField<string[], 'edit', C>
  /** The link with a placeholder where the slug goes. */
  permalink_template: ContextField<string, 'edit', C>
  ping_status: ContextField<DiscussionStatus, 'view' | 'edit', C>
  /** The id of the post it was uploaded to; null for none. */
  post: ContextField<number | null, 'view' | 'edit', C>
  /** The address of the original file. */
  source_url: string
  status: ContextField<PostStatus, 'view' | 'edit', C>
  /** The theme file that shows it; empty for the theme's choice. */
  template: ContextField<string, 'view' | 'edit', C>
  title: RenderedText<C>
}

/**
 * A media file (`postType`, `attachment`, also `root`, `media`), in the `edit` context unless said
 * otherwise.
 */
export type Attachment<C extends Context = 'edit'> = ReadonlyRecord<AttachmentFields<C>>
