import type {
  Attachment,
  Block,
  Navigation,
  Page,
  Post,
  PostRevision,
  Template,
  TemplatePart,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'
import type { Expected, NamesIn } from './namesIn'

type BasePost = '_links' | 'date' | 'id' | 'link' | 'slug' | 'type'
type BasePostView = 'date_gmt' | 'guid' | 'modified' | 'modified_gmt'
type AuthoredPost = BasePost | 'title' | 'author' | 'excerpt' | 'featured_media'
type Discussed = 'comment_status' | 'ping_status'
type AuthoredPostView = BasePostView | Discussed | 'status' | 'content' | 'meta' | 'template' | 'class_list'
type AuthoredPostEdit = 'password' | 'permalink_template' | 'generated_slug'
type BaseTemplate =
  | 'original_source'
  | 'id'
  | 'slug'
  | 'theme'
  | 'type'
  | 'source'
  | 'origin'
  | 'title'
  | 'description'
  | 'status'
  | 'wp_id'
  | 'has_theme_file'
  | 'author'

describe('the fields of each post type in each context', () => {
  it('a post has its fields', () => {
    expectTypeOf<NamesIn<{ embed: Post<'embed'>; view: Post<'view'>; edit: Post<'edit'> }>>().toEqualTypeOf<
      Expected<{
        embed: AuthoredPost
        view: AuthoredPostView | 'format' | 'sticky' | 'categories' | 'tags'
        edit: AuthoredPostEdit
      }>
    >()
  })

  it('a page has its fields', () => {
    expectTypeOf<NamesIn<{ embed: Page<'embed'>; view: Page<'view'>; edit: Page<'edit'> }>>().toEqualTypeOf<
      Expected<{
        embed: AuthoredPost
        view: AuthoredPostView | 'parent' | 'menu_order'
        edit: AuthoredPostEdit
      }>
    >()
  })

  it('an attachment has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: Attachment<'embed'>; view: Attachment<'view'>; edit: Attachment<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed:
          | BasePost
          | 'title'
          | 'author'
          | 'alt_text'
          | 'caption'
          | 'media_type'
          | 'mime_type'
          | 'media_details'
          | 'source_url'
          | 'featured_media'
        view:
          | BasePostView
          | 'status'
          | 'comment_status'
          | 'ping_status'
          | 'meta'
          | 'template'
          | 'description'
          | 'post'
          | 'class_list'
          | 'filename'
          | 'filesize'
        edit:
          | 'permalink_template'
          | 'generated_slug'
          | 'missing_image_sizes'
          | 'exif_orientation'
          | 'image_output_format'
          | 'image_save_progressive'
          | 'image_quality'
      }>
    >()
  })

  it('a pattern has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: Block<'embed'>; view: Block<'view'>; edit: Block<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed: BasePost | 'excerpt' | 'wp_pattern_sync_status'
        view: BasePostView | 'title' | 'content' | 'status' | 'meta' | 'template' | 'wp_pattern_category'
        edit: 'password'
      }>
    >()
  })

  it('a navigation menu has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: Navigation<'embed'>; view: Navigation<'view'>; edit: Navigation<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed: BasePost | 'title' | 'content' | 'status'
        view: BasePostView | 'template'
        edit: 'password'
      }>
    >()
  })

  it('a template has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: Template<'embed'>; view: Template<'view'>; edit: Template<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed: BaseTemplate | 'plugin' | 'author_text' | 'is_custom'
        view: 'content' | 'date' | 'modified'
        edit: 'blocks'
      }>
    >()
  })

  it('a template part has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: TemplatePart<'embed'>; view: TemplatePart<'view'>; edit: TemplatePart<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed: BaseTemplate | 'area' | 'author_text'
        view: 'content' | 'date' | 'modified'
        edit: 'blocks'
      }>
    >()
  })

  it('a revision of a post has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: PostRevision<'embed'>; view: PostRevision<'view'>; edit: PostRevision<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed: 'author' | 'date' | 'id' | 'parent' | 'slug' | 'title' | 'excerpt'
        view: 'content' | 'date_gmt' | 'guid' | 'meta' | 'modified' | 'modified_gmt'
        edit: never
      }>
    >()
  })
})
