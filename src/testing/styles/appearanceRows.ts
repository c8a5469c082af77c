/**
 * What an entry of a menu has besides what all posts have. Its menu is its term of `nav_menu`, its description the
 * content, the `title` of its link in HTML the excerpt. Its own title is empty where it has that of what it leads to.
 */
export type MenuItemMeta = {
  type: 'custom' | 'post_type' | 'taxonomy' | 'post_type_archive'
  /** Name of the post type or taxonomy; `custom` for an address. */
  object: string
  objectId: number
  /** The entry that it is below; 0 for none. */
  parent: number
  /** Address of a custom link; empty for others. */
  url: string
  target: string
  classes: string[]
  /** Relations to whom the link leads to. */
  xfn: string[]
}

/** A place of the theme for a menu. */
export interface MenuLocationRow {
  description: string
  /** The menu assigned to it; 0 for none. */
  menu: number
}

/** A place of the theme for widgets. */
export interface SidebarRow {
  id: string
  name: string
  description: string
  /** CSS class. */
  class: string
  /** HTML around each widget, with `%1$s` for its id and `%2$s` for its class. */
  beforeWidget: string
  afterWidget: string
  beforeTitle: string
  afterTitle: string
  /** Ids of its widgets, in their order. */
  widgets: string[]
}

/** A widget. */
export interface WidgetRow {
  /** Its type and a number: `block-2`. */
  id: string
  /** Its type. */
  idBase: string
  /** What it was set to. */
  instance: Record<string, unknown>
}

/**
 * What a template, or a part of templates, has besides what all posts have. Its description is the excerpt; a file of
 * the theme has the id 0 and no dates.
 */
export type TemplateMeta = {
  /** Where a part belongs: `header`, `footer`, `uncategorized`. */
  area: string
  /** True for a template that an editor chooses for a page. */
  isCustom: boolean
  /** `theme` for what was made of a file of the theme. */
  origin: 'theme' | null
}

/** The post types of templates. */
export type TemplateType = 'wp_template' | 'wp_template_part'

/** What the user has changed of the theme's styles. */
export type StylesMeta = {
  settings: Record<string, unknown>
  styles: Record<string, unknown>
}

/** A theme. */
export interface ThemeRow {
  stylesheet: string
  name: string
  author: string
  authorUri: string
  themeUri: string
  description: string
  version: string
  tags: readonly string[]
  isBlockTheme: boolean
  /** What the active theme lets the editor do. */
  supports: Record<string, unknown>
  /** Further fields as the site answers them: `requires_php`, `default_template_types` and so on. */
  fields: Record<string, unknown>
  /** What its `theme.json` sets. */
  settings: Record<string, unknown>
  styles: Record<string, unknown>
  /** Its style variations, as the site answers them. */
  variations: readonly object[]
}

/** A plugin. */
export interface PluginRow {
  /** File without its ending: `tides/tides`. */
  plugin: string
  name: string
  status: 'active' | 'inactive'
  description: string
  version: string
  author: string
  authorUri: string
  pluginUri: string
  textdomain: string
  /** False for one of the directory, which can be installed. */
  isInstalled: boolean
}
