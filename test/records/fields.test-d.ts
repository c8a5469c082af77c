import { describe, expectTypeOf, it } from 'vitest'
import type { Attachment } from '../../src/records/attachment'
import type { Block } from '../../src/records/block'
import type { Comment } from '../../src/records/comment'
import type { FontCollection } from '../../src/records/fontCollection'
import type { GlobalStyles } from '../../src/records/globalStyles'
import type { GlobalStylesRevision } from '../../src/records/globalStylesRevision'
import type { Icon } from '../../src/records/icon'
import type { IconCollection } from '../../src/records/iconCollection'
import type { MediaDetails } from '../../src/records/mediaDetails'
import type { Menu } from '../../src/records/menu'
import type { MenuItem } from '../../src/records/menuItem'
import type { MenuLocation } from '../../src/records/menuLocation'
import type { Navigation } from '../../src/records/navigation'
import type { Page } from '../../src/records/page'
import type { Plugin } from '../../src/records/plugin'
import type { Post } from '../../src/records/post'
import type { PostRevision } from '../../src/records/postRevision'
import type { Settings } from '../../src/records/settings'
import type { Sidebar } from '../../src/records/sidebar'
import type { Status } from '../../src/records/status'
import type { Taxonomy } from '../../src/records/taxonomy'
import type { Template } from '../../src/records/template'
import type { TemplatePart } from '../../src/records/templatePart'
import type { Term } from '../../src/records/term'
import type { Theme } from '../../src/records/theme'
import type { Type } from '../../src/records/type'
import type { UnstableBase } from '../../src/records/unstableBase'
import type { User } from '../../src/records/user'
import type { Widget } from '../../src/records/widget'
import type { WidgetType } from '../../src/records/widgetType'

/** The names a record has in each context: those of the short form, those `view` adds, those `edit` adds. */
interface Shape {
  embed: string
  view: string
  edit: string
}

type NamesIn<Records extends { embed: object; view: object; edit: object }> = {
  embed: BuiltinName<keyof Records['embed']>
  view: BuiltinName<Exclude<keyof Records['view'], keyof Records['embed']>>
  edit: BuiltinName<Exclude<keyof Records['edit'], keyof Records['view']>>
}

/** The type tests are one program: what merging.test-d.ts adds is seen here too, and left aside. */
type BuiltinName<Name> = Exclude<Name, `merged_${string}`>

type Expected<Names extends Shape> = Names

type BasePost = 'date' | 'id' | 'link' | 'slug' | 'type'
type BasePostView = 'date_gmt' | 'guid' | 'modified' | 'modified_gmt'
type AuthoredPost = BasePost | 'title' | 'author' | 'excerpt' | 'featured_media'
type AuthoredPostView =
  BasePostView | 'status' | 'content' | 'comment_status' | 'ping_status' | 'meta' | 'template' | 'class_list'
type AuthoredPostEdit = 'password' | 'permalink_template' | 'generated_slug'
type BaseTemplate =
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

describe('the fields of each record in each context', () => {
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
          | '_links'
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
        view: BasePostView | 'title' | 'content' | 'status' | 'meta' | 'template'
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
        view: 'content' | 'modified'
        edit: 'blocks'
      }>
    >()
  })

  it('a template part has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: TemplatePart<'embed'>; view: TemplatePart<'view'>; edit: TemplatePart<'edit'> }>
    >().toEqualTypeOf<Expected<{ embed: BaseTemplate | 'area'; view: 'content'; edit: 'blocks' }>>()
  })

  it('a term has its fields', () => {
    expectTypeOf<NamesIn<{ embed: Term<'embed'>; view: Term<'view'>; edit: Term<'edit'> }>>().toEqualTypeOf<
      Expected<{
        embed: 'id' | 'link' | 'name' | 'slug' | 'taxonomy' | 'parent'
        view: 'count' | 'description' | 'meta'
        edit: never
      }>
    >()
  })

  it('a user has its fields', () => {
    expectTypeOf<NamesIn<{ embed: User<'embed'>; view: User<'view'>; edit: User<'edit'> }>>().toEqualTypeOf<
      Expected<{
        embed: 'id' | 'name' | 'url' | 'description' | 'link' | 'slug' | 'avatar_urls' | 'password'
        view: 'meta'
        edit:
          | 'username'
          | 'first_name'
          | 'last_name'
          | 'email'
          | 'locale'
          | 'nickname'
          | 'registered_date'
          | 'roles'
          | 'capabilities'
          | 'extra_capabilities'
      }>
    >()
  })

  it('a comment has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: Comment<'embed'>; view: Comment<'view'>; edit: Comment<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed:
          | 'id'
          | 'author'
          | 'author_name'
          | 'author_url'
          | 'content'
          | 'date'
          | 'link'
          | 'parent'
          | 'type'
          | 'author_avatar_urls'
        view: 'date_gmt' | 'post' | 'status' | 'meta'
        edit: 'author_email' | 'author_ip' | 'author_user_agent'
      }>
    >()
  })

  it('a classic menu has its fields', () => {
    expectTypeOf<NamesIn<{ embed: Menu<'embed'>; view: Menu<'view'>; edit: Menu<'edit'> }>>().toEqualTypeOf<
      Expected<{
        embed: 'id' | 'name' | 'slug' | 'object_id'
        view: 'description' | 'meta' | 'locations' | 'auto_add'
        edit: never
      }>
    >()
  })

  it('an item of a classic menu has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: MenuItem<'embed'>; view: MenuItem<'view'>; edit: MenuItem<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed:
          | 'title'
          | 'id'
          | 'type_label'
          | 'type'
          | 'status'
          | 'parent'
          | 'attr_title'
          | 'classes'
          | 'description'
          | 'menu_order'
          | 'object'
          | 'object_id'
          | 'target'
          | 'url'
          | 'xfn'
          | 'invalid'
        view: 'menus' | 'meta'
        edit: never
      }>
    >()
  })

  it('a plugin has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: Plugin<'embed'>; view: Plugin<'view'>; edit: Plugin<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed: 'plugin' | 'status' | 'name' | 'network_only' | 'requires_wp' | 'requires_php'
        view: 'plugin_uri' | 'author' | 'author_uri' | 'description' | 'version' | 'textdomain'
        edit: never
      }>
    >()
  })

  it('a post type has its fields', () => {
    expectTypeOf<NamesIn<{ embed: Type<'embed'>; view: Type<'view'>; edit: Type<'edit'> }>>().toEqualTypeOf<
      Expected<{
        embed: 'name' | 'slug' | 'rest_base' | 'rest_namespace'
        view: 'description' | 'hierarchical' | 'taxonomies'
        edit: 'capabilities' | 'viewable' | 'labels' | 'supports' | 'visibility'
      }>
    >()
  })

  it('a taxonomy has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: Taxonomy<'embed'>; view: Taxonomy<'view'>; edit: Taxonomy<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed: 'name' | 'slug' | 'rest_base' | 'rest_namespace' | 'visibility'
        view: 'description' | 'hierarchical' | 'types'
        edit: 'capabilities' | 'labels' | 'show_cloud'
      }>
    >()
  })

  it('a widget has its fields', () => {
    expectTypeOf<
      NamesIn<{ embed: Widget<'embed'>; view: Widget<'view'>; edit: Widget<'edit'> }>
    >().toEqualTypeOf<
      Expected<{
        embed: 'id' | 'id_base' | 'sidebar' | 'rendered' | 'form_data'
        view: never
        edit: 'rendered_form' | 'instance'
      }>
    >()
  })

  it('global styles have their fields', () => {
    expectTypeOf<
      NamesIn<{ embed: GlobalStyles<'embed'>; view: GlobalStyles<'view'>; edit: GlobalStyles<'edit'> }>
    >().toEqualTypeOf<
      Expected<{ embed: 'id' | 'title' | '_links'; view: 'styles' | 'settings'; edit: never }>
    >()
  })

  it('a revision of global styles has its fields', () => {
    expectTypeOf<
      NamesIn<{
        embed: GlobalStylesRevision<'embed'>
        view: GlobalStylesRevision<'view'>
        edit: GlobalStylesRevision<'edit'>
      }>
    >().toEqualTypeOf<
      Expected<{
        embed: 'author' | 'date' | 'id' | 'parent' | 'styles' | 'settings'
        view: 'date_gmt' | 'modified' | 'modified_gmt'
        edit: never
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

describe('the fields of records that are the same in every context', () => {
  it('a theme has its fields', () => {
    expectTypeOf<keyof Theme<'embed'>>().toEqualTypeOf<keyof Theme<'edit'>>()
    expectTypeOf<keyof Theme>().toEqualTypeOf<
      | 'stylesheet'
      | 'template'
      | 'author'
      | 'author_uri'
      | 'description'
      | 'name'
      | 'tags'
      | 'theme_uri'
      | 'requires_php'
      | 'requires_wp'
      | 'screenshot'
      | 'textdomain'
      | 'version'
      | 'status'
      | 'theme_supports'
    >()
  })

  it('a sidebar has its fields', () => {
    expectTypeOf<keyof Sidebar<'embed'>>().toEqualTypeOf<keyof Sidebar<'edit'>>()
    expectTypeOf<keyof Sidebar>().toEqualTypeOf<
      | 'id'
      | 'name'
      | 'description'
      | 'class'
      | 'before_widget'
      | 'after_widget'
      | 'before_title'
      | 'after_title'
      | 'status'
      | 'widgets'
    >()
  })

  it('the settings have their fields', () => {
    expectTypeOf<keyof Settings>().toEqualTypeOf<
      | 'title'
      | 'description'
      | 'url'
      | 'email'
      | 'timezone'
      | 'date_format'
      | 'time_format'
      | 'start_of_week'
      | 'language'
      | 'use_smilies'
      | 'default_category'
      | 'default_post_format'
      | 'posts_per_page'
      | 'default_ping_status'
      | 'default_comment_status'
      | 'site_logo'
      | 'site_icon'
      | 'show_on_front'
      | 'page_on_front'
      | 'page_for_posts'
      | 'page_for_privacy_policy'
    >()
  })

  it('the site base has its fields', () => {
    expectTypeOf<keyof UnstableBase>().toEqualTypeOf<
      | 'description'
      | 'gmt_offset'
      | 'home'
      | 'name'
      | 'site_icon'
      | 'site_icon_url'
      | 'site_logo'
      | 'timezone_string'
      | 'url'
      | 'page_for_posts'
      | 'page_on_front'
      | 'show_on_front'
      | 'image_max_bit_depth'
      | 'image_sizes'
      | 'image_size_threshold'
      | 'image_strip_meta'
    >()
  })

  it('a status has its fields', () => {
    expectTypeOf<keyof Status>().toEqualTypeOf<
      'name' | 'slug' | 'private' | 'protected' | 'public' | 'queryable' | 'show_in_list' | 'date_floating'
    >()
  })

  it('a menu location has its fields', () => {
    expectTypeOf<keyof MenuLocation>().toEqualTypeOf<'name' | 'description' | 'menu'>()
  })

  it('a widget type has its fields', () => {
    expectTypeOf<keyof WidgetType>().toEqualTypeOf<'id' | 'name' | 'description' | 'is_multi' | 'classname'>()
  })

  it('a font collection has its fields', () => {
    expectTypeOf<keyof FontCollection>().toEqualTypeOf<
      'slug' | 'name' | 'description' | 'font_families' | 'categories'
    >()
  })

  it('an icon has its fields', () => {
    expectTypeOf<keyof Icon>().toEqualTypeOf<'name' | 'content' | 'label' | 'collection'>()
  })

  it('an icon collection has its fields', () => {
    expectTypeOf<keyof IconCollection>().toEqualTypeOf<'slug' | 'label' | 'description'>()
  })
})

describe('the default context', () => {
  it('is edit for a post', () => {
    expectTypeOf<Post>().toEqualTypeOf<Post<'edit'>>()
  })

  it('is view for revisions', () => {
    expectTypeOf<PostRevision>().toEqualTypeOf<PostRevision<'view'>>()
    expectTypeOf<GlobalStylesRevision>().toEqualTypeOf<GlobalStylesRevision<'view'>>()
  })
})

describe('the values of fields', () => {
  it('a post has raw text in the edit context only', () => {
    expectTypeOf<Post['title']>().toEqualTypeOf<{ raw: string; rendered: string }>()
    expectTypeOf<Post<'view'>['title']>().toEqualTypeOf<{ rendered: string }>()
    expectTypeOf<Post['content']>().toEqualTypeOf<{
      raw: string
      rendered: string
      protected: boolean
      block_version: number
    }>()
    expectTypeOf<Post<'view'>['content']>().toEqualTypeOf<{ rendered: string; protected: boolean }>()
  })

  it('a post may have a status that a plugin registers', () => {
    expectTypeOf<'on-hold'>().toExtend<Post['status']>()
    expectTypeOf<number>().not.toExtend<Post['status']>()
  })

  it('a post in several contexts has the fields they share', () => {
    expectTypeOf<keyof Post<'view' | 'embed'>>().toEqualTypeOf<keyof Post<'embed'>>()
  })

  it('a full record goes where a shallower one is wanted, not the other way round', () => {
    expectTypeOf<Post<'edit'>>().toExtend<Post<'view'>>()
    expectTypeOf<Post<'view'>>().toExtend<Post<'embed'>>()
    expectTypeOf<Post<'view'>>().not.toExtend<Post<'edit'>>()
  })

  it('a pattern has only the raw title', () => {
    expectTypeOf<Block['title']>().toEqualTypeOf<{ raw: string }>()
    expectTypeOf<Block<'view'>['content']>().toEqualTypeOf<{ raw: string; protected: boolean }>()
    expectTypeOf<Block<'edit'>['content']['block_version']>().toEqualTypeOf<number>()
  })

  it('a navigation menu has raw text in the embed context too', () => {
    expectTypeOf<Navigation<'embed'>['title']['raw']>().toEqualTypeOf<string>()
    expectTypeOf<Navigation<'embed'>['content']['raw']>().toEqualTypeOf<string>()
    // @ts-expect-error the view context has no raw text
    expectTypeOf<Navigation<'view'>['content']['raw']>().toEqualTypeOf<string>()
  })

  it('a template is found by text and carries a raw title in every context', () => {
    expectTypeOf<Template['id']>().toEqualTypeOf<string>()
    expectTypeOf<Template<'embed'>['title']['raw']>().toEqualTypeOf<string>()
  })

  it('an attachment belongs to a post or to none', () => {
    expectTypeOf<Attachment['post']>().toEqualTypeOf<number | null>()
  })

  it('an attachment has a dictionary of meta values or an empty array', () => {
    expectTypeOf<Attachment['meta']>().toEqualTypeOf<Record<string, unknown> | []>()
  })

  it('an attachment may lack any of its details', () => {
    expectTypeOf<Attachment['media_details']>().toEqualTypeOf<MediaDetails>()
    expectTypeOf<Record<never, never>>().toExtend<MediaDetails>()
  })

  it('an attachment says how its sizes are encoded', () => {
    expectTypeOf<NonNullable<Attachment['image_quality']>>().toEqualTypeOf<{
      default: number
      sizes: Record<string, number>
    }>()
  })

  it('a theme keeps its texts raw in the edit context', () => {
    expectTypeOf<Theme['name']>().toEqualTypeOf<{ raw: string; rendered: string }>()
    expectTypeOf<Theme['tags']>().toEqualTypeOf<{ raw: string[]; rendered: string }>()
    expectTypeOf<Theme<'view'>['tags']>().toEqualTypeOf<{ rendered: string }>()
  })

  it('a sidebar has the ids of its widgets or the widgets, in its own context', () => {
    expectTypeOf<Sidebar<'view'>['widgets']>().toEqualTypeOf<string[] | Widget<'view'>[]>()
  })

  it('a comment has one of the known statuses', () => {
    expectTypeOf<'spam'>().toExtend<Comment['status']>()
    expectTypeOf<'published'>().not.toExtend<Comment['status']>()
  })
})
