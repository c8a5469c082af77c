import { linksTo } from './links'
import { contextArg, contextOf, inContext } from './listing'
import { text } from './params'
import { labelsOf } from '../posts/postTypes'
import { forbidden, found, notAllowed, WpError } from './wpError'
import { resource } from './resource'
import type { Call, Route } from './route'
import { can, demand, does, type PostType, type Taxonomy } from '../site/siteState'
import { singularOf } from '../terms/terms'

/** Post types, taxonomies and post statuses. */
export const schemaRoutes: readonly Route[] = [
  ...resource<PostType>({
    path: '/wp/v2/types',
    single: '/wp/v2/types/:type',
    find: (call) => {
      const { site, params } = call
      const type = found(site.postTypes.get(String(params.type)), 'rest_type_invalid', 'Invalid post type.')
      if (contextOf(call) === 'edit' && !canEditType(call, type)) {
        throw mayNotEdit(call, 'rest_forbidden_context')
      }
      return type
    },
    show: showType,
    list: {
      args: contextArg,
      permit: (call) => {
        if (typesOf(call).length === 0) throw mayNotEdit(call, 'rest_cannot_view')
      },
      rows: typesOf,
      nameOf: ({ slug }) => slug,
    },
    read: {},
  }),
  ...resource<Taxonomy>({
    path: '/wp/v2/taxonomies',
    single: '/wp/v2/taxonomies/:taxonomy',
    find: (call) => found(taxonomyOf(call), 'rest_taxonomy_invalid', 'Invalid taxonomy.'),
    show: showTaxonomy,
    list: {
      args: { ...contextArg, type: text },
      permit: (call) => {
        const may = [...call.site.taxonomies.values()].some(({ assign }) => can(call.user, assign))
        if (contextOf(call) === 'edit' && !may) {
          throw notAllowed(call.user, 'rest_cannot_view', 'manage terms in this taxonomy')
        }
      },
      rows: ({ site, params: { type } }) =>
        [...site.taxonomies.values()].filter(
          ({ types }) => type === undefined || types.includes(String(type)),
        ),
      nameOf: ({ slug }) => slug,
    },
    read: {
      permit: (call) => {
        const taxonomy = taxonomyOf(call)
        if (!taxonomy || contextOf(call) !== 'edit') return
        demand(call.user, taxonomy.assign, 'rest_forbidden_context', 'manage terms in this taxonomy')
      },
    },
  }),
  ...resource<string>({
    path: '/wp/v2/statuses',
    single: '/wp/v2/statuses/:status',
    find: ({ params }) => String(params.status),
    show: showStatus,
    list: {
      args: contextArg,
      permit: (call) => {
        if (contextOf(call) !== 'edit') return
        demand(call.user, 'edit_posts', 'rest_cannot_view', 'manage post statuses')
      },
      rows: ({ user }) =>
        Object.keys(statuses).filter((slug) => slug === 'publish' || can(user, 'edit_posts')),
      nameOf: (slug) => slug,
    },
    read: {
      permit: ({ user, params }) => {
        const status = String(params.status)
        if (!Object.hasOwn(statuses, status)) throw new WpError(404, 'rest_status_invalid', 'Invalid status.')
        if (status !== 'publish' && !can(user, 'edit_posts')) {
          throw forbidden(user, 'rest_cannot_read_status', 'Cannot view status.')
        }
      },
    },
  }),
]

/** The post types that a list shows: in edit context those that the user may edit. */
function typesOf(call: Call): PostType[] {
  const types = [...call.site.postTypes.values()]
  return contextOf(call) === 'edit' ? types.filter((type) => canEditType(call, type)) : types
}

function taxonomyOf({ site, params }: Call): Taxonomy | undefined {
  return site.taxonomies.get(String(params.taxonomy))
}

const statuses: Record<string, [name: string, flag: 'public' | 'protected' | 'private' | 'none']> = {
  publish: ['Published', 'public'],
  future: ['Scheduled', 'protected'],
  draft: ['Draft', 'protected'],
  pending: ['Pending', 'protected'],
  private: ['Private', 'private'],
  trash: ['Trash', 'none'],
}

function showStatus(call: Call, slug: string): object {
  const [name, flag] = statuses[slug] ?? [slug, 'none']
  const query = slug === 'publish' ? '' : `?status=${slug}`
  return {
    ...inContext(contextOf(call), {
      all: { name, slug },
      notEmbed: {
        public: flag === 'public',
        queryable: flag === 'public',
        date_floating: slug === 'draft' || slug === 'pending',
      },
      edit: { private: flag === 'private', protected: flag === 'protected', show_in_list: slug !== 'trash' },
    }),
    _links: linksTo(call, { archives: `/wp/v2/posts${query}` }),
  }
}

function mayNotEdit(call: Call, code: string): WpError {
  return notAllowed(call.user, code, 'edit posts in this post type')
}

function canEditType(call: Call, { capabilities }: PostType): boolean {
  return can(call.user, `edit_${capabilities}`)
}

function showType(call: Call, type: PostType): object {
  const { name, slug, restBase, icon, description, hierarchical, taxonomies, viewable, supports } = type
  return {
    ...inContext(contextOf(call), {
      all: {
        name,
        slug,
        icon,
        rest_base: restBase,
        rest_namespace: 'wp/v2',
        template: [],
        template_lock: false,
      },
      notEmbed: { description, hierarchical, has_archive: false, taxonomies },
      edit: {
        capabilities: capabilityNames(type),
        viewable,
        labels: labelsOf(call.site, type),
        supports: Object.fromEntries(supports.map((feature) => [feature, supportOf(call, type, feature)])),
        visibility: { show_in_nav_menus: type.isInMenus, show_ui: type.hasScreens },
      },
    }),
    _links: linksTo(call, { collection: '/wp/v2/types', 'wp:items': `/wp/v2/${restBase}` }),
  }
}

// What is registered with options is answered as a list of them.
function supportOf({ site }: Call, { slug }: PostType, feature: string): unknown {
  const hasNotes = feature === 'editor' && ['post', 'page'].includes(slug) && does(site, 'editorNotes')
  return hasNotes ? [{ notes: true }] : true
}

function capabilityNames({ slug, capabilities: many }: PostType): Record<string, string> {
  const one = many.slice(0, -1)
  const verbs = [
    'edit',
    'edit_others',
    'delete',
    'publish',
    'read_private',
    'delete_private',
    'delete_published',
    'delete_others',
    'edit_private',
    'edit_published',
  ]
  if (many === 'theme') {
    const names = [...verbs, 'create'].map((verb) => [`${verb}_posts`, 'edit_theme_options'])
    return Object.fromEntries(names) as Record<string, string>
  }
  return {
    ...Object.fromEntries(['edit', 'read', 'delete'].map((verb) => [`${verb}_post`, `${verb}_${one}`])),
    ...Object.fromEntries(verbs.map((verb) => [`${verb}_posts`, `${verb}_${many}`])),
    read: 'read',
    create_posts: slug === 'attachment' ? 'upload_files' : `edit_${many}`,
  }
}

function showTaxonomy(call: Call, taxonomy: Taxonomy): object {
  const { name, slug, restBase, hierarchical, types } = taxonomy
  const hasScreens = slug !== 'nav_menu'
  const isPublic = hasScreens && slug !== 'wp_pattern_category'
  return {
    ...inContext(contextOf(call), {
      all: { name, slug, rest_base: restBase, rest_namespace: 'wp/v2' },
      notEmbed: { description: '', hierarchical, types },
      edit: {
        labels: { name, singular_name: singularOf(taxonomy) },
        show_cloud: isPublic,
        visibility: {
          public: isPublic,
          publicly_queryable: isPublic,
          show_admin_column: hasScreens,
          show_in_nav_menus: isPublic,
          show_in_quick_edit: hasScreens,
          show_ui: hasScreens,
        },
      },
    }),
    _links: linksTo(call, { collection: '/wp/v2/taxonomies', 'wp:items': `/wp/v2/${restBase}` }),
  }
}
