import type {
  Comment,
  FontCollection,
  GlobalStyles,
  GlobalStylesRevision,
  Icon,
  IconCollection,
  Menu,
  MenuItem,
  MenuLocation,
  Plugin,
  Settings,
  Sidebar,
  Status,
  Taxonomy,
  Term,
  Theme,
  Type,
  UnstableBase,
  User,
  Widget,
  WidgetType,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'
import type { Expected, NamesIn } from './namesIn'

describe('the fields of each record in each context', () => {
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
        embed: 'plugin' | 'slug' | 'status' | 'name' | 'network_only' | 'requires_wp' | 'requires_php'
        view: 'plugin_uri' | 'author' | 'author_uri' | 'description' | 'version' | 'textdomain'
        edit: never
      }>
    >()
  })

  it('a post type has its fields', () => {
    expectTypeOf<NamesIn<{ embed: Type<'embed'>; view: Type<'view'>; edit: Type<'edit'> }>>().toEqualTypeOf<
      Expected<{
        embed: 'name' | 'slug' | 'rest_base' | 'rest_namespace' | 'icon' | 'template' | 'template_lock'
        view: 'description' | 'hierarchical' | 'taxonomies' | 'has_archive'
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
})

describe('the fields of records that are the same in every context', () => {
  it('a theme has its fields', () => {
    expectTypeOf<keyof Theme<'embed'>>().toEqualTypeOf<keyof Theme<'edit'>>()
    expectTypeOf<keyof Theme>().toEqualTypeOf<
      | 'stylesheet'
      | 'template'
      | 'author'
      | 'author_uri'
      | 'default_template_part_areas'
      | 'default_template_types'
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
      | 'is_block_theme'
      | 'stylesheet_uri'
      | 'template_uri'
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

  it('a status and a taxonomy promise more in the edit context than elsewhere', () => {
    expectTypeOf<Status['private']>().toEqualTypeOf<boolean>()
    expectTypeOf<Status<'view'>['private']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<Status<'view'>['public']>().toEqualTypeOf<boolean>()
    expectTypeOf<Status<'embed'>['public']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<Taxonomy['visibility']['public']>().toEqualTypeOf<boolean>()
    // @ts-expect-error the view context may lack it
    expectTypeOf<Taxonomy<'view'>['visibility']['public']>().toEqualTypeOf<boolean>()
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
