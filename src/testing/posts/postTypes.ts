import { does, type PostType, type SiteState, type Taxonomy } from '../site/siteState'

/** What the types of the theme have in common. */
const hidden = { capabilities: 'theme', viewable: false, isInMenus: false, hasScreens: false } as const

/** The post types that every mock site has; fonts are none of them. */
export const builtinPostTypes: readonly PostType[] = [
  postType('post', 'Posts', {
    singularName: 'Post',
    restBase: 'posts',
    supports: [
      'title',
      'editor',
      'author',
      'thumbnail',
      'excerpt',
      'trackbacks',
      'custom-fields',
      'comments',
      'revisions',
      'post-formats',
    ],
    taxonomies: ['category', 'post_tag'],
    icon: 'dashicons-admin-post',
  }),
  postType('page', 'Pages', {
    singularName: 'Page',
    restBase: 'pages',
    hierarchical: true,
    supports: [
      'title',
      'editor',
      'author',
      'thumbnail',
      'page-attributes',
      'custom-fields',
      'comments',
      'revisions',
    ],
    capabilities: 'pages',
    icon: 'dashicons-admin-page',
  }),
  postType('attachment', 'Media', {
    singularName: 'Media',
    restBase: 'media',
    supports: ['title', 'author', 'comments'],
    icon: 'dashicons-admin-media',
    isInMenus: false,
    labels: {
      add_new: 'Add New Media File',
      edit_item: 'Edit Media',
      view_item: 'View Media File',
      attributes: 'Attachment Attributes',
    },
  }),
  postType('nav_menu_item', 'Navigation Menu Items', {
    singularName: 'Navigation Menu Item',
    restBase: 'menu-items',
    supports: ['title', 'editor'],
    taxonomies: ['nav_menu'],
    ...hidden,
  }),
  postType('wp_block', 'Patterns', {
    singularName: 'Pattern',
    restBase: 'blocks',
    supports: ['title', 'excerpt', 'editor', 'revisions', 'custom-fields'],
    taxonomies: ['wp_pattern_category'],
    viewable: false,
    isInMenus: false,
  }),
  postType('wp_template', 'Templates', {
    singularName: 'Template',
    restBase: 'templates',
    description: 'Templates to include in your theme.',
    supports: ['title', 'slug', 'excerpt', 'editor', 'revisions', 'author'],
    ...hidden,
  }),
  postType('wp_template_part', 'Template Parts', {
    singularName: 'Template Part',
    restBase: 'template-parts',
    description: 'Template parts to include in your templates.',
    supports: ['title', 'slug', 'excerpt', 'editor', 'revisions', 'author'],
    ...hidden,
  }),
  {
    ...postType('wp_global_styles', 'Global Styles', {
      singularName: 'Global Styles',
      restBase: 'global-styles',
      description: 'Global styles to include in themes.',
      ...hidden,
    }),
    supports: ['title', 'editor', 'revisions'],
  },
  postType('wp_navigation', 'Navigation Menus', {
    singularName: 'Navigation Menu',
    restBase: 'navigation',
    supports: ['title', 'editor', 'revisions'],
    description: 'Navigation menus that can be inserted into your site.',
    ...hidden,
    hasScreens: true,
  }),
]

/** What most taxonomies have in common. */
const ofPosts = {
  hierarchical: false,
  types: ['post'],
  manage: 'manage_categories',
  assign: 'edit_posts',
} as const

/** The taxonomies that every mock site has. */
export const builtinTaxonomies: readonly Taxonomy[] = [
  { ...ofPosts, slug: 'category', name: 'Categories', restBase: 'categories', hierarchical: true },
  { ...ofPosts, slug: 'post_tag', name: 'Tags', restBase: 'tags' },
  {
    slug: 'nav_menu',
    name: 'Navigation Menus',
    restBase: 'menus',
    hierarchical: false,
    types: ['nav_menu_item'],
    manage: 'edit_theme_options',
    assign: 'edit_theme_options',
  },
  {
    ...ofPosts,
    slug: 'wp_pattern_category',
    name: 'Pattern Categories',
    restBase: 'wp_pattern_category',
    types: ['wp_block'],
  },
]

/** A post type with the defaults of one that a plugin registers by its name. */
export function postType(slug: string, name: string, given: Partial<PostType> = {}): PostType {
  const supports = given.supports ?? ['title', 'editor']
  const hasFootnotes = ['post', 'page', 'custom-fields'].some(
    (word) => word === slug || supports.includes(word),
  )
  const footnotes = hasFootnotes && supports.includes('editor') && supports.includes('revisions')
  return {
    slug,
    name,
    singularName: name,
    restBase: slug,
    hierarchical: false,
    taxonomies: [],
    capabilities: 'posts',
    viewable: true,
    icon: null,
    description: '',
    isInMenus: true,
    hasScreens: true,
    labels: {},
    labelNoun: given.hierarchical ? ['Page', 'Pages'] : ['Post', 'Posts'],
    ...given,
    // Whatever has an editor is saved by itself, too.
    supports: supports.includes('editor') ? [...supports, 'autosave'] : supports,
    meta: {
      ...given.meta,
      ...(footnotes && { footnotes: { type: 'string', default: '', revisions: true } }),
    },
  }
}

/** Whether a type has a feature. */
export function has(type: PostType, feature: string): boolean {
  return type.supports.includes(feature)
}

/** Whether posts of a type have an excerpt in their answers: pages do, though they do not support one. */
export function hasExcerpt(type: PostType): boolean {
  return has(type, 'excerpt') || type.slug === 'page'
}

/** The taxonomies whose terms posts of a type may have. */
export function taxonomiesOf(type: PostType, site: SiteState) {
  return type.taxonomies.flatMap((slug) => site.taxonomies.get(slug) ?? [])
}

/** What the dashboard calls things of a type. */
export function labelsOf(site: SiteState, type: PostType): Record<string, string | null> {
  const [one, many] = type.labelNoun
  const isShort = does(site, 'shortAddLabels')
  const isPlain = ['post', 'page'].includes(type.slug) && does(site, 'plainAddLabel')
  const [low, lowMany] = [one.toLowerCase(), many.toLowerCase()]
  return {
    name: type.name,
    singular_name: type.singularName,
    add_new: isShort ? 'Add' : isPlain ? 'Add New' : `Add New ${one}`,
    add_new_item: isShort ? `Add ${one}` : `Add New ${one}`,
    edit_item: `Edit ${one}`,
    new_item: `New ${one}`,
    view_item: `View ${one}`,
    view_items: `View ${many}`,
    search_items: `Search ${many}`,
    not_found: `No ${lowMany} found.`,
    not_found_in_trash: `No ${lowMany} found in Trash.`,
    parent_item_colon: type.hierarchical ? `Parent ${one}:` : null,
    all_items: type.name === many ? `All ${many}` : type.name,
    archives: type.name === many ? `${one} Archives` : type.name,
    attributes: `${one} Attributes`,
    insert_into_item: `Insert into ${low}`,
    uploaded_to_this_item: `Uploaded to this ${low}`,
    featured_image: 'Featured image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_items_list: `Filter ${lowMany} list`,
    filter_by_date: 'Filter by date',
    items_list_navigation: `${many} list navigation`,
    items_list: `${many} list`,
    item_published: `${one} published.`,
    item_published_privately: `${one} published privately.`,
    item_reverted_to_draft: `${one} reverted to draft.`,
    item_trashed: `${one} trashed.`,
    item_scheduled: `${one} scheduled.`,
    item_updated: `${one} updated.`,
    item_link: `${one} Link`,
    item_link_description: `A link to a ${low}.`,
    menu_name: type.name,
    name_admin_bar: type.singularName,
    ...(type.name !== many && { template_name: `Single item: ${type.singularName}` }),
    ...type.labels,
    ...(type.slug === 'attachment' && {
      ...(isShort && { add_new: 'Add Media File' }),
      ...(does(site, 'mediaItemLabel') && { add_new_item: 'Add Media File' }),
    }),
  }
}
