import { weakMapMemoize } from 'reselect'
import { counterpartOf } from '../core/counterparts'
import { isEqual } from '../core/isEqual'
import { readPath } from '../core/paths'
import { isRecord, own, type RecordData } from '../core/plain'
import { reviveServer, type ServerSettings } from './defineServer'
import {
  copyConfig,
  functionFields,
  plainConfig,
  storeConfig,
  type EntityConfig,
  type StoredEntityConfig,
} from './entityConfig'

const baseFields =
  'description,gmt_offset,home,name,site_icon,site_icon_url,site_logo,timezone_string,url,page_for_posts,page_on_front,show_on_front'

const editContext = { context: 'edit' }

/** Gives an English name in the language of the application. */
export type Translate = (text: string) => string

/** The name under which a store has its `Translate` among its companions. */
export const translateName = 'translate'

/** A root entity with its name for people, the path of its collection and all that is unusual about it; most are few. */
function root(name: string, label: string, path = '', rest: Partial<EntityConfig> = {}): EntityConfig {
  return {
    kind: 'root',
    name,
    label,
    plural: `${name}s`,
    baseURL: `/wp/v2/${path}`,
    baseURLParams: editContext,
    supportsPagination: false,
    ...rest,
  }
}

const paged = { supportsPagination: true, hasNumericIds: true, mergedEdits: { meta: true } }

/** Root entities whose records hold something of one another, so that a write to one of them makes the others stale. */
function invalidating(...names: readonly string[]): Partial<EntityConfig> {
  return { invalidates: names.map((name) => ({ kind: 'root', name })) }
}

/** The entities that every site has and that are known without asking it. */
export function builtinEntities(translate: Translate): readonly EntityConfig[] {
  return builtinConfigs(translate).map(counterpartOf) as readonly EntityConfig[]
}

/**
 * The same as the state holds them: copies of what was checked and made plain once, as to do that anew was half of making a
 * store, and a server makes one for each request. Not made by an import, which takes longer by it.
 */
export function builtinConfigs(translate: Translate = String): readonly StoredEntityConfig[] {
  return storedOnce().map((stored) => copyConfig(stored, { label: translate(stored.label as string) }))
}

const storedOnce = /* @__PURE__ */ weakMapMemoize(() => entitiesOfEverySite().map(storeConfig))

const entitiesOfEverySite = (): readonly EntityConfig[] => [
  {
    ...root('__unstableBase', 'Base'),
    baseURL: '/',
    baseURLParams: { _fields: baseFields },
    isSingleton: true,
    syncObjectType: 'root/base',
  },
  root('postType', 'Post Type', 'types', { key: 'slug' }),
  // Known also as `root/media`, by which it is asked for before the server has said its post types.
  { ...postTypeConfig('attachment', { name: 'Media', rest_base: 'media' }), plural: 'mediaItems' },
  root('taxonomy', 'Taxonomy', 'taxonomies', { key: 'slug', plural: 'taxonomies' }),
  root('sidebar', 'Widget areas', 'sidebars', {
    transientEdits: { blocks: true },
    ...invalidating('sidebar', 'widget'),
  }),
  root('widget', 'Widgets', 'widgets', { transientEdits: { blocks: true }, ...invalidating('sidebar') }),
  root('widgetType', 'Widget types', 'widget-types'),
  root('user', 'User', 'users', { ...paged, getTitle: (user) => text(user.name) || text(user.slug) }),
  root('comment', 'Comment', 'comments', { ...paged, rawAttributes: ['content'] }),
  root('menu', 'Menu', 'menus', { ...paged, ...invalidating('menu', 'menuItem', 'menuLocation') }),
  root('menuItem', 'Menu Item', 'menu-items', { ...paged, rawAttributes: ['title'] }),
  root('menuLocation', 'Menu Location', 'menu-locations', { key: 'name' }),
  root('globalStyles', 'Global Styles', 'global-styles', {
    ...paged,
    plural: 'globalStylesVariations',
    rawAttributes: ['title'],
    getTitle: () => 'Custom Styles',
  }),
  root('theme', 'Themes', 'themes', { key: 'stylesheet' }),
  root('plugin', 'Plugins', 'plugins', { key: 'plugin' }),
  root('status', 'Status', 'statuses', { key: 'slug', plural: 'statuses' }),
]

/** The site's settings; `schema` is what `OPTIONS /wp/v2/settings` says of them. */
export function siteConfig(schema: unknown, translate: Translate = String): EntityConfig {
  const properties = readPath(schema, 'schema.properties').value
  const titles = Object.entries(isRecord(properties) ? properties : {}).map(
    ([name, property]) => [name, text(readPath(property, 'title').value)] as const,
  )
  return {
    kind: 'root',
    name: 'site',
    label: translate('Site'),
    baseURL: '/wp/v2/settings',
    key: false,
    supportsPagination: false,
    meta: { labels: Object.fromEntries(titles.filter(([, title]) => title !== '')) },
  }
}

/** What post types and taxonomies have in common, from their entry in the server's list. */
function listedConfig(kind: string, name: string, entry: RecordData): EntityConfig {
  const namespace = text(entry.rest_namespace) || 'wp/v2'
  return {
    kind,
    name,
    label: text(entry.name),
    baseURL: `/${namespace}/${text(entry.rest_base) || name}`,
    baseURLParams: editContext,
    ...paged,
    // It is WordPress that has them, whatever their namespace.
    ...(namespace !== 'wp/v2' && {
      updateMethod: 'PUT',
      isBatchable: true,
      keepsRowsBack: true,
      writeParameters: false,
    }),
  }
}

/** The entity of a post type, from its entry in `GET /wp/v2/types`. */
function postTypeConfig(name: string, type: RecordData): EntityConfig {
  const isTemplate = name === 'wp_template' || name === 'wp_template_part'
  return {
    ...listedConfig('postType', name, type),
    rawAttributes:
      name === 'attachment'
        ? ['title', 'excerpt', 'content', 'caption', 'description']
        : ['title', 'excerpt', 'content'],
    transientEdits: { blocks: { of: 'content' }, selection: true },
    getTitle: (record) =>
      text(isRecord(record.title) ? record.title.rendered : record.title) ||
      (isTemplate && capitalised(text(record.slug))) ||
      text(record.id),
    ...(isTemplate
      ? { supportsPagination: false, hasNumericIds: false, revisionKey: 'wp_id' }
      : { prePersist: leaveAutoDraft }),
    // A site's settings name its templates.
    ...(name === 'wp_template' && invalidating('site')),
  }
}

/** The entity of a taxonomy's terms, from its entry in `GET /wp/v2/taxonomies`. */
function taxonomyConfig(name: string, taxonomy: RecordData): EntityConfig {
  return { ...listedConfig('taxonomy', name, taxonomy), getTitle: (term) => text(term.name) }
}

/** Where the server lists the entities of a kind, and what each entry comes to. */
export interface ListedKind {
  readonly path: string
  readonly makeConfig: (name: string, entry: RecordData) => EntityConfig
}

/** The kinds whose entities the server lists. */
export const listedKinds: { readonly [kind: string]: ListedKind } = {
  postType: { path: '/wp/v2/types?context=view', makeConfig: postTypeConfig },
  taxonomy: { path: '/wp/v2/taxonomies?context=view', makeConfig: taxonomyConfig },
}

/**
 * What an entity that only the server describes is like, as far as that is known before it was asked: enough to show and
 * undo edits that an earlier page has left, and nothing to make a request by. Undefined for any other entity.
 */
export function assumedConfig(kind: string, name: string): EntityConfig | undefined {
  if (isSite(kind, name)) return siteConfig(undefined)
  return own(listedKinds, kind)?.makeConfig(name, {})
}

/** Whether these are the site's settings, the only root entity that only the server describes. */
export function isSite(kind: string, name: string | undefined): boolean {
  return kind === 'root' && name === 'site'
}

/** A config that went through JSON and lost its functions: those that its kind has come back, others are left out. */
export function reviveConfig(stored: StoredEntityConfig): EntityConfig {
  const made: Partial<EntityConfig> = own(listedKinds, stored.kind)?.makeConfig(stored.name, {}) ?? {}
  const functions = functionFields.map((field) => [field, stored[field] && made[field]] as const)
  return {
    ...stored,
    syncConfig: undefined,
    server: reviveServer(stored.server as ServerSettings | undefined),
    ...Object.fromEntries(functions),
  } as unknown as EntityConfig
}

/**
 * A config that went through JSON, with the functions of what was known under its name; what was known itself, as long
 * as the plain data say the same.
 */
export function withFunctions(stored: StoredEntityConfig, known: EntityConfig): EntityConfig {
  if (isEqual(stored, plainConfig(known))) return known
  const { syncConfig, server } = known
  const functions = functionFields.map((field) => [field, stored[field] && known[field]] as const)
  return Object.freeze({
    ...stored,
    syncConfig,
    server,
    ...Object.fromEntries(functions),
  }) as unknown as EntityConfig
}

const placeholderTitle = 'Auto Draft'

/** The first save of an auto-draft makes it a draft and takes its placeholder title away. */
function leaveAutoDraft(persisted: RecordData | undefined, edits: RecordData): RecordData {
  if (persisted?.status !== 'auto-draft') return {}
  const isPlaceholder = (title: unknown) => title === undefined || title === '' || title === placeholderTitle
  const persistedTitle = isRecord(persisted.title) ? persisted.title.raw : persisted.title
  return {
    ...(!edits.status && { status: 'draft' }),
    ...(isPlaceholder(edits.title) && isPlaceholder(persistedTitle) && { title: '' }),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

function capitalised(slug: string): string {
  return slug
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .replace(/(^| )./g, (start) => start.toUpperCase())
}
