import type { AuthoredPostFields } from './basePost'
import type { Context, ContextField, OpenText, ReadonlyRecord } from './inference/context'

/** The fields of a post, to which declaration merging can add those of a plugin. */
export interface PostFields<C extends Context> extends AuthoredPostFields<C> {
  /** The ids of its categories. */
  categories: ContextField<number[], 'view' | 'edit', C>
  format: ContextField<PostFormat, 'view' | 'edit', C>
  /** Whether it stays on top of the list. */
  sticky: ContextField<boolean, 'view' | 'edit', C>
  /** The ids of its tags. */
  tags: ContextField<number[], 'view' | 'edit', C>
}

/** The sort of a post, by which themes may style it. */
export type PostFormat = OpenText<
  'standard' | 'aside' | 'chat' | 'gallery' | 'link' | 'image' | 'quote' | 'status' | 'video' | 'audio'
>

/** A post (`postType`, `post`), in the `edit` context unless said otherwise. */
export type Post<C extends Context = 'edit'> = ReadonlyRecord<PostFields<C>>
