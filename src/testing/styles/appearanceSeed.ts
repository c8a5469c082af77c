import type {
  MenuItemMeta,
  PluginRow,
  SidebarRow,
  TemplateMeta,
  TemplateType,
  ThemeRow,
  WidgetRow,
} from './appearanceRows'
import { addGlobalStyles, type MockGlobalStyles } from './globalStyles'
import { emptyPost, putPost, type TemplateRow } from '../posts/postRows'
import type { SiteState } from '../site/siteState'
import { addTerm } from '../terms/terms'
import { freeId, inactive, move } from '../widgets/widgets'

/** A menu to begin with. */
export interface MockMenu {
  id?: number
  name: string
  description?: string
  /** The place of the theme that it is assigned to. */
  location?: string
  /** Its entries in their order: `{ title, url }`, or `{ objectId }` for a page. */
  items?: readonly MockMenuItem[]
}

/**
 * An entry of a menu to begin with. With `objectId` it leads to a page, or to what `type` and `object`
 * name.
 */
export type MockMenuItem = Partial<
  MenuItemMeta & {
    id: number
    /** Empty for the title of what it leads to. */
    title: string
    status: string
    order: number
    /** The `title` of the link in HTML. */
    attrTitle: string
    description: string
  }
>

/** A template, or a part of templates, that the theme brings. */
export type MockTemplate = { slug: string } & Partial<
  Pick<TemplateMeta, 'area' | 'isCustom'> & { title: string; description: string; content: string }
>

/** A theme to begin with. */
export interface MockTheme extends Partial<Omit<ThemeRow, 'stylesheet'>> {
  /** The folder that names it. */
  stylesheet: string
}

/** A plugin to begin with. */
export type MockPlugin = { plugin: string } & Partial<PluginRow>

/** What a mock site looks like at the beginning; everything is optional. */
export interface MockAppearance {
  menus?: readonly MockMenu[]
  /** Places of the theme for menus, with their descriptions. Default `primary` and `footer`. */
  menuLocations?: Readonly<Record<string, string>>
  /** Places of the theme for widgets. Default one, `sidebar-1`. */
  sidebars?: readonly ({ id: string; name: string } & Partial<SidebarRow>)[]
  /** Widgets; those without a `sidebar` are inactive. */
  widgets?: readonly (Partial<WidgetRow> & { sidebar?: string })[]
  /** The active one first. Default one of blocks, `tides`. */
  themes?: readonly MockTheme[]
  /** Templates of the active theme. Default seven, from `index` to `search`. */
  templates?: readonly MockTemplate[]
  /** Parts of templates of the active theme. Default header and footer. */
  templateParts?: readonly MockTemplate[]
  /** What the user has changed of the styles. */
  globalStyles?: MockGlobalStyles
  plugins?: readonly MockPlugin[]
  /** Patterns and their categories, as the site answers them. */
  patterns?: readonly object[]
  patternCategories?: readonly object[]
  /** Answers of `/oembed/1.0/proxy` by address. Posts of the site need none. */
  embeds?: Readonly<Record<string, object>>
  /**
   * Answers of `/wp-block-editor/v1/url-details` by address, as it is asked for. Posts of the site need none; all others
   * can't be reached.
   */
  urlDetails?: Readonly<Record<string, object>>
}

/** Fills the tables of what the site looks like. */
export function seedAppearance(site: SiteState, content: MockAppearance): void {
  const locations = content.menuLocations ?? { primary: 'Primary', footer: 'Footer' }
  for (const [name, description] of Object.entries(locations)) {
    site.menuLocations.set(name, { description, menu: 0 })
  }
  for (const menu of content.menus ?? []) addMenu(site, menu)
  const sidebars = [
    { id: inactive, name: 'Inactive widgets', ...bare },
    ...(content.sidebars ?? [{ id: 'sidebar-1', name: 'Main sidebar' }]),
  ]
  for (const sidebar of sidebars) site.sidebars.set(sidebar.id, { ...emptySidebar, widgets: [], ...sidebar })
  for (const widget of content.widgets ?? []) addWidget(site, widget)
  site.themes = (content.themes ?? [{ stylesheet: 'tides', name: 'Tides' }]).map((theme) => ({
    ...emptyTheme,
    name: theme.stylesheet,
    ...theme,
  }))
  site.templateFiles = [
    ...(content.templates ?? defaultTemplates).map((given) => templateFile(site, 'wp_template', given)),
    ...(content.templateParts ?? defaultParts).map((given) => templateFile(site, 'wp_template_part', given)),
  ]
  if (content.globalStyles) addGlobalStyles(site, content.globalStyles)
  for (const plugin of content.plugins ?? []) addPlugin(site, plugin)
}

const bare = { beforeWidget: '', afterWidget: '', beforeTitle: '', afterTitle: '' }

const emptySidebar = {
  description: '',
  class: '',
  beforeWidget: '<li id="%1$s" class="widget %2$s">',
  afterWidget: '</li>\n',
  beforeTitle: '<h2 class="widgettitle">',
  afterTitle: '</h2>\n',
}

const emptyTheme = {
  author: '',
  authorUri: '',
  themeUri: '',
  description: '',
  version: '1.0',
  tags: [],
  isBlockTheme: true,
  supports: {
    'align-wide': false,
    'post-thumbnails': true,
    'responsive-embeds': true,
    formats: ['standard'],
  },
  fields: {},
  settings: {},
  styles: {},
  variations: [],
}

const defaultTemplates: readonly MockTemplate[] = [
  ['index', 'Index'] as const,
  ['home', 'Blog Home'] as const,
  ['single', 'Single Posts'] as const,
  ['page', 'Pages'] as const,
  ['archive', 'All Archives'] as const,
  ['search', 'Search Results'] as const,
  ['404', 'Page: 404'] as const,
].map(([slug, title]) => ({ slug, title, content: '<!-- wp:post-content /-->' }))

const defaultParts: readonly MockTemplate[] = [
  { slug: 'header', title: 'Header', area: 'header', content: '<!-- wp:site-title /-->' },
  { slug: 'footer', title: 'Footer', area: 'footer', content: '<!-- wp:site-tagline /-->' },
]

function templateFile(site: SiteState, type: TemplateType, given: MockTemplate): TemplateRow {
  const {
    slug,
    title = slug,
    description = '',
    content = '',
    area = 'uncategorized',
    isCustom = false,
  } = given
  const own = { slug, title, content, excerpt: description, status: 'publish', date: '', modified: '' }
  return emptyPost(type, site, { ...own, meta: { area, isCustom } })
}

function addMenu(site: SiteState, { items = [], location, ...given }: MockMenu): void {
  const menu = addTerm(site, 'nav_menu', given)
  for (const [index, item] of items.entries()) {
    const { id = site.lastPostId + 1, title = '', status = 'publish', order = index + 1, ...more } = item
    const { attrTitle = '', description = '', ...meta } = more
    const target = item.objectId === undefined ? {} : { type: 'post_type' as const, object: 'page' }
    const text = { title, content: description, excerpt: attrTitle }
    const own = { id, status, menuOrder: order, terms: { nav_menu: [menu.id] }, ...text }
    const row = emptyPost('nav_menu_item', site, { ...own, meta: { ...target, ...meta } })
    if (row.meta.type === 'custom') Object.assign(row.meta, { object: 'custom', objectId: id })
    putPost(site, row)
  }
  if (location === undefined) return
  const place = site.menuLocations.get(location)
  if (!place) throw new TypeError(`The mock site has no menu location ${location}. Name it in menuLocations.`)
  place.menu = menu.id
}

function addWidget(site: SiteState, given: Partial<WidgetRow> & { sidebar?: string }): void {
  const { sidebar = inactive, idBase = 'block', id = freeId(site, idBase), instance = {} } = given
  if (!site.sidebars.has(sidebar)) {
    throw new TypeError(`The mock site has no sidebar ${sidebar}. Name it in sidebars.`)
  }
  site.widgets.set(id, { id, idBase, instance })
  move(site, id, sidebar)
}

function addPlugin(site: SiteState, given: MockPlugin): void {
  const [folder = ''] = given.plugin.split('/')
  site.plugins.set(given.plugin, {
    name: folder,
    status: 'inactive',
    description: '',
    version: '',
    author: '',
    authorUri: '',
    pluginUri: '',
    textdomain: folder,
    isInstalled: true,
    ...given,
  })
}
