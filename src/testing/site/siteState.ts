import type {
  MenuLocationRow,
  PluginRow,
  SidebarRow,
  TemplateMeta,
  ThemeRow,
  WidgetRow,
} from '../styles/appearanceRows'
import { notAllowed } from '../http/wpError'
import { capabilitiesOfRole, type MockRole } from './capabilities'
import { hasChange, type MockWordPress, type ServerChangeName } from './serverChanges'

/** A user of the site. */
export interface UserRow {
  id: number
  username: string
  name: string
  firstName: string
  lastName: string
  nickname: string
  email: string
  url: string
  description: string
  slug: string
  locale: string
  roles: MockRole[]
  /** `YYYY-MM-DDTHH:MM:SS`, UTC as all dates of the site. */
  registered: string
  /** Values of registered meta. */
  meta: Record<string, unknown>
}

/** What a site knows beyond WordPress, as one with `durable.php` does. */
export interface DurableSite {
  /** Whether it does a write with an `Idempotency-Key` once. */
  readonly hasKeys: boolean
  /** What was answered to writes with a key, by whose it is and what it says. */
  readonly answers: Map<string, KeptAnswer>
}

interface KeptAnswer {
  /** When it was answered, in milliseconds, by the clock of the machine. */
  readonly at: number
  /** What tells its request from others. */
  readonly print: string
  readonly status: number
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** A picture or another file, where a row is one. */
export interface FileRow {
  /** Path below the folder of uploads. */
  path: string
  mimeType: string
  bytes: number
  /** Pixels; absent where the file is no picture that the mock can measure. */
  width?: number
  height?: number
  /** The picture that it was made of by turning and cutting. */
  madeOf?: { id: number; path: string }
}

/**
 * A row of the table of posts, which holds what WordPress holds in one: posts of all types, media, navigations, menu
 * items, templates, styles, revisions and autosaves.
 */
export interface PostRow<Meta extends object = Record<string, unknown>> {
  id: number
  type: string
  status: string
  author: number
  date: string
  /** Whether somebody gave it the date; that of a draft moves with each save otherwise. */
  hasOwnDate: boolean
  modified: string
  title: string
  content: string
  excerpt: string
  slug: string
  password: string
  parent: number
  menuOrder: number
  commentStatus: string
  pingStatus: string
  template: string
  format: string
  sticky: boolean
  featuredMedia: number
  meta: Meta
  /** Ids of its terms by taxonomy. */
  terms: Record<string, number[]>
  altText: string
  /** What the status was before the trash. */
  trashedFrom: string | null
  file: FileRow | null
}

/** A category, a tag or a term of another taxonomy. */
export interface TermRow {
  id: number
  taxonomy: string
  name: string
  slug: string
  description: string
  parent: number
}

/** A comment. */
export interface CommentRow {
  id: number
  post: number
  parent: number
  author: number
  authorName: string
  authorEmail: string
  authorUrl: string
  content: string
  date: string
  status: string
}

/** One registered meta field. */
export interface MetaField {
  /** JSON type. Default `string`. */
  type?: 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object'
  /** Value of records that have none. */
  default?: unknown
  /** Name for people, in the schema since WordPress 6.7. */
  label?: string
  /** Text in the schema. */
  description?: string
  /** True for a field that revisions keep, too. Default false. */
  revisions?: boolean
}

/** A kind of post. */
export interface PostType {
  slug: string
  name: string
  singularName: string
  restBase: string
  hierarchical: boolean
  supports: readonly string[]
  taxonomies: readonly string[]
  meta: Readonly<Record<string, MetaField>>
  /** Ending of its primitive capabilities: `posts` in `edit_posts`. All of `theme` are `edit_theme_options`. */
  capabilities: 'posts' | 'pages' | 'theme'
  /** False for types without pages of their own. */
  viewable: boolean
  /** What the three letters of the icon stand for in the dashboard; null for none. */
  icon: string | null
  description: string
  isInMenus: boolean
  /** False for types that the dashboard has no pages for. */
  hasScreens: boolean
  /** Labels that differ from those of the rule. */
  labels: Readonly<Record<string, string | null>>
  /** What the rule for labels calls one of it, and several. */
  labelNoun: readonly [one: string, many: string]
}

/** A way to sort posts. */
export interface Taxonomy {
  slug: string
  name: string
  restBase: string
  hierarchical: boolean
  types: readonly string[]
  /** Capability to make, edit and delete its terms. */
  manage: string
  /** Capability to give its terms to posts. */
  assign: string
}

/** Everything a mock site holds. Each is a table by id or by name, in the order in which rows were made. */
export interface SiteState {
  /** Origin, without a slash at the end. */
  url: string
  /** The last id given to a row of the table of posts. */
  lastPostId: number
  /** The last ids given to rows of other tables, which count alone. */
  lastIds: Record<CountedTable, number>
  /** Seconds since the start. */
  seconds: number
  /** Whether writes take no time, so that several fall into one second. */
  isClockStopped: boolean
  /** What rows come by that the order of a list does not tell apart; null for the order in which they were made. */
  tieSeed: number | null
  /** Where the clock began, milliseconds since 1970. */
  startedAt: number
  users: Map<number, UserRow>
  posts: Map<number, PostRow>
  terms: Map<number, TermRow>
  comments: Map<number, CommentRow>
  settings: Record<string, unknown>
  postTypes: Map<string, PostType>
  taxonomies: Map<string, Taxonomy>
  /** The WordPress whose answers it gives. */
  wordpress: MockWordPress
  /** Whether records carry link hints, as they do since WordPress 6.7. */
  hasLinkHints: boolean
  /** Undefined for one that is as WordPress is. */
  durable: DurableSite | undefined
  menuLocations: Map<string, MenuLocationRow>
  /** Menus that take new pages by themselves. */
  menusOfNewPages: Set<number>
  sidebars: Map<string, SidebarRow>
  widgets: Map<string, WidgetRow>
  /** The active one first. */
  themes: ThemeRow[]
  /** Files of the theme, without an id; a template of the table of posts replaces the file with its slug. */
  templateFiles: PostRow<TemplateMeta>[]
  plugins: Map<string, PluginRow>
  /** As the site answers them. */
  patterns: readonly object[]
  patternCategories: readonly object[]
  /** Answers by address. */
  embeds: Readonly<Record<string, object>>
  urlDetails: Readonly<Record<string, object>>
}

/**
 * The site's time; every write takes a second of it, so that later is later, and the same on each run, unless the clock
 * is stopped.
 */
export function tick(site: SiteState): string {
  if (!site.isClockStopped) site.seconds++
  return now(site)
}

/** The site's time now, `YYYY-MM-DDTHH:MM:SS`. */
export function now(site: SiteState): string {
  return new Date(site.startedAt + site.seconds * 1000).toISOString().slice(0, 19)
}

/** The tables that count alone. */
type CountedTable = 'users' | 'terms' | 'comments'

/** The next id of a table: greater than all that it has given, also to rows that are gone. */
export function nextId(site: SiteState, table: CountedTable): number {
  noteIds(site, table)
  return ++site.lastIds[table]
}

/** Rows that were put in with an id of their own count as given. */
export function noteIds({ lastIds, ...site }: SiteState, table: CountedTable): void {
  lastIds[table] = Math.max(lastIds[table], ...site[table].keys())
}

/** Whether the site does what its WordPress does differently from older ones. */
export function does(site: SiteState, name: ServerChangeName): boolean {
  return hasChange(site.wordpress, name)
}

/** The theme in use. */
export function activeTheme(site: SiteState): ThemeRow {
  const [theme] = site.themes
  if (!theme) throw new TypeError('The mock site has no theme. Name at least one in themes.')
  return theme
}

/** Whether the user has a capability; a visitor has none. */
export function can(user: UserRow | null, capability: string): boolean {
  const needed = capability.endsWith('_theme') ? 'edit_theme_options' : capability
  return user !== null && user.roles.some((role) => capabilitiesOfRole[role].includes(needed))
}

/** Refuses who does not have the capability that something needs. */
export function demand(user: UserRow | null, capability: string, code: string, what: string): void {
  if (!can(user, capability)) throw notAllowed(user, code, what)
}

/** Whether the user may do something to this very post. */
export function canPost(
  site: SiteState,
  user: UserRow | null,
  action: 'read' | 'edit' | 'delete',
  post: PostRow,
): boolean {
  const noun = site.postTypes.get(post.type)?.capabilities ?? 'posts'
  const isOwn = user?.id === post.author
  const status = post.status === 'inherit' ? 'publish' : post.status
  if (action === 'read') {
    if (status === 'publish') return true
    if (isOwn) return can(user, 'read')
    return status === 'private' ? can(user, `read_private_${noun}`) : canPost(site, user, 'edit', post)
  }
  const known = post.status === 'trash' ? (post.trashedFrom ?? '') : status
  const isPublished = post.file === null && ['publish', 'future'].includes(known)
  const published = !isPublished || can(user, `${action}_published_${noun}`)
  if (isOwn) return isPublished ? published : can(user, `${action}_${noun}`)
  const hidden = known !== 'private' || can(user, `${action}_private_${noun}`)
  return can(user, `${action}_others_${noun}`) && published && hidden
}
