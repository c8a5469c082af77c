import type { BasePostFields } from './basePost'
import type {
  Context,
  ContextField,
  ReadonlyRecord,
  PostContent,
  ProtectedText,
  RenderedText,
} from './inference/context'
import type { PostStatus } from './postStatus'

/**
 * The fields of a navigation menu made of blocks, to which declaration merging can add those of a plugin.
 */
export interface NavigationFields<C extends Context> extends BasePostFields<C> {
  content: NavigationContent<C>
  /** Opens the text to those who know it; empty for everybody. */
  password: ContextField<string, 'edit', C>
  status: PostStatus
  template: ContextField<string, 'view' | 'edit', C>
  title: NavigationTitle<C>
}

/**
 * Rendered text that carries `raw` in the short form too, because a menu is shown from its blocks.
 */
export type NavigationTitle<C extends Context> = [C] extends ['edit' | 'embed']
  ? RenderedText<'edit'>
  : RenderedText<C>

/** The blocks of a menu as text, with `raw` and the version of the blocks in the short form too. */
export type NavigationContent<C extends Context> = [C] extends ['edit' | 'embed']
  ? PostContent<'edit'>
  : ProtectedText<C>

/**
 * A navigation menu made of blocks (`postType`, `wp_navigation`), in the `edit` context unless said
 * otherwise.
 */
export type Navigation<C extends Context = 'edit'> = ReadonlyRecord<NavigationFields<C>>
