import { show } from '../../core/errors'
import { type MockAppearance, seedAppearance } from '../styles/appearanceSeed'
import { capabilitiesOfRole, type MockRole } from './capabilities'
import { titleOf } from '../media/media'
import { emptyPost, isFloating, putPost } from '../posts/postRows'
import { builtinPostTypes, builtinTaxonomies, postType } from '../posts/postTypes'
import { slugOf } from '../posts/rendering'
import { defaultSettings } from '../settings/settings'
import { addTerm } from '../terms/terms'
import { hasChange, isMockWordPress, mockBranches, type MockWordPress } from './serverChanges'
import {
  type CommentRow,
  type MetaField,
  nextId,
  noteIds,
  type PostRow,
  type PostType,
  type SiteState,
  type Taxonomy,
  type TermRow,
  type UserRow,
} from './siteState'

/** A user to begin with. */
export interface MockUser extends Partial<Omit<UserRow, 'username' | 'roles'>> {
  /** Name to sign in with; unique. */
  username: string
  /** What the user may do. Default `subscriber`. */
  role?: MockRole
}

/** A post, page or record of another type to begin with. */
export interface MockPost extends Partial<Omit<PostRow, 'author' | 'file' | 'hasOwnDate' | 'trashedFrom'>> {
  /** Id or username of who wrote it. Default the first user. */
  author?: number | string
}

/** A file of the media library to begin with. */
export interface MockMedia {
  id?: number
  title?: string
  /** Path below the folder of uploads, `2024/01/harbour.png` for example. */
  file: string
  /** Default `image/png`. */
  mimeType?: string
  /** Pixels. */
  width?: number
  height?: number
  /** Default 0. */
  bytes?: number
  altText?: string
  /** Id or username of who uploaded it. Default the first user. */
  author?: number | string
  date?: string
}

/** A post type besides posts, pages, media and patterns. */
export interface MockPostType extends Partial<
  Omit<PostType, 'slug' | 'labels' | 'labelNoun' | 'hasScreens'>
> {
  /** Its name in the plural, `Books` for example. */
  name: string
}

/**
 * What a mock site begins with. Everything is optional; ids count up from 1 where they are not given.
 */
export interface MockContent extends MockAppearance {
  /** Default: one user of each role, named like it. */
  users?: readonly MockUser[]
  posts?: readonly MockPost[]
  pages?: readonly MockPost[]
  /** Terms of any taxonomy, `category` where they name none. The term 1, `Uncategorized`, is always there. */
  terms?: readonly (Partial<TermRow> & { name: string })[]
  media?: readonly MockMedia[]
  comments?: readonly (Partial<CommentRow> & { post: number })[]
  /** Values of settings that differ from those of a new site. */
  settings?: Readonly<Record<string, unknown>>
  /** More post types, by their slugs. */
  postTypes?: Readonly<Record<string, MockPostType>>
  /** Meta fields of post types that are built in, by their slugs. */
  postMeta?: Readonly<Record<string, Readonly<Record<string, MetaField>>>>
  /** More taxonomies, by their slugs. */
  taxonomies?: Readonly<Record<string, Omit<Taxonomy, 'slug'>>>
  /**
   * The WordPress whose answers the site gives, from `6.6` to `7.1`. Default `7.1`. A branch is as it came out: `6.6.4`
   * keeps rows back, `6.6` does not.
   */
  wordpress?: MockWordPress
  /** Whether links of records hint what the user may do with them. Default as `wordpress`: since 6.7 they do. */
  linkHints?: boolean
  /**
   * Whether the site honours preconditions, as servers with a plugin for them do: single records come with an `ETag`, and
   * a write with an `If-Match` that is out of date is refused with 412. Default false, as WordPress.
   */
  preconditions?: boolean
  /**
   * Whether the site has `examples/wordpress/durable.php`: preconditions, and a write with an `Idempotency-Key` is done
   * once, and answered as the first time where the same user sends it again. Default false.
   */
  durable?: boolean
  /**
   * The REST root that the site answers at, such as the `https://example.org/wp-json/` of your `createRestFetcher`. Default:
   * that of `url`.
   */
  root?: string
  /** Origin of the site, where no `root` is given. Default `https://site.test`. */
  url?: string
  /** The site's time at the start; each write moves it on by a second. Default `2024-01-01T00:00:00`. */
  startDate?: string
}

/** The address of the site whose REST interface has this root. */
function siteAt(root: string): string {
  const [, site] = /^(https?:\/\/.+?)\/wp-json\/?$/.exec(root) ?? []
  if (site !== undefined) return site
  throw new TypeError(
    `${show(root)} is no root of the mock site. Give an address that ends in /wp-json/, such as https://example.org/wp-json/.`,
  )
}

/** A site with its tables filled. */
export function seedSite(content: MockContent): SiteState {
  const { wordpress = '7.1', startDate = '2024-01-01T00:00:00' } = content
  if (!isMockWordPress(wordpress)) {
    const known = mockBranches.join(', ')
    throw new TypeError(
      `The mock site knows no WordPress ${String(wordpress)}. Take one of ${known}, or a patch of one.`,
    )
  }
  const site: SiteState = {
    url: (content.root === undefined ? (content.url ?? 'https://site.test') : siteAt(content.root)).replace(
      /\/+$/,
      '',
    ),
    lastPostId: 0,
    lastIds: { users: 0, terms: 0, comments: 0 },
    seconds: 0,
    isClockStopped: false,
    tieSeed: null,
    startedAt: Date.parse(`${startDate.slice(0, 19)}Z`),
    users: new Map(),
    posts: new Map(),
    terms: new Map(),
    comments: new Map(),
    settings: {},
    postTypes: new Map(builtinPostTypes.map((type) => [type.slug, type])),
    taxonomies: new Map(builtinTaxonomies.map((taxonomy) => [taxonomy.slug, taxonomy])),
    wordpress,
    durable:
      content.durable || content.preconditions
        ? { hasKeys: content.durable === true, answers: new Map() }
        : undefined,
    hasLinkHints: content.linkHints ?? hasChange(wordpress, 'linkHints'),
    menuLocations: new Map(),
    menusOfNewPages: new Set(),
    sidebars: new Map(),
    widgets: new Map(),
    themes: [],
    templateFiles: [],
    plugins: new Map(),
    patterns: content.patterns ?? [],
    patternCategories: content.patternCategories ?? [],
    embeds: content.embeds ?? {},
    urlDetails: content.urlDetails ?? {},
  }
  site.settings = { ...defaultSettings(site), ...content.settings }
  for (const [slug, { name, ...given }] of Object.entries(content.postTypes ?? {})) {
    site.postTypes.set(slug, postType(slug, name, given))
  }
  for (const [slug, meta] of Object.entries(content.postMeta ?? {})) {
    const type = site.postTypes.get(slug)
    if (!type) throw new TypeError(`The mock site has no post type ${slug}. Name it in postTypes.`)
    site.postTypes.set(slug, { ...type, meta: { ...meta, ...type.meta } })
  }
  for (const [slug, given] of Object.entries(content.taxonomies ?? {})) {
    site.taxonomies.set(slug, { slug, ...given })
  }
  for (const user of content.users ?? roles.map((role) => ({ username: role, role }))) addUser(site, user)
  addTerm(site, 'category', { id: 1, name: 'Uncategorized' })
  for (const term of content.terms ?? []) addTerm(site, 'category', term)
  for (const media of content.media ?? []) addMedia(site, media)
  for (const post of content.posts ?? []) addPost(site, 'post', post)
  for (const page of content.pages ?? []) addPost(site, 'page', page)
  for (const comment of content.comments ?? []) addComment(site, comment)
  seedAppearance(site, content)
  for (const table of ['users', 'terms', 'comments'] as const) noteIds(site, table)
  return site
}

/** Puts a user in the table. */
export function addUser(site: SiteState, { role = 'subscriber', ...given }: MockUser): UserRow {
  const { username } = given
  const user: UserRow = {
    id: nextId(site, 'users'),
    name: username,
    firstName: '',
    lastName: '',
    nickname: username,
    email: `${username}@example.org`,
    url: '',
    description: '',
    slug: slugOf(username),
    locale: 'en_US',
    roles: [role],
    registered: new Date(site.startedAt).toISOString().slice(0, 19),
    meta: {},
    ...given,
  }
  site.users.set(user.id, user)
  return user
}

/** Puts a post in the table. */
export function addPost(site: SiteState, slug: string, { author, ...given }: MockPost): PostRow {
  const type = site.postTypes.get(given.type ?? slug)
  if (!type)
    throw new TypeError(`The mock site has no post type ${String(given.type)}. Name it in postTypes.`)
  const post = emptyPost(type.slug, site, { id: site.lastPostId + 1, status: 'publish', ...given })
  post.author = findAuthor(site, author)
  post.modified = given.modified ?? post.date
  post.hasOwnDate = !isFloating(post)
  if (post.slug === '' && ['publish', 'private', 'future'].includes(post.status)) {
    post.slug = slugOf(post.title) || String(post.id)
  }
  if (type.slug === 'post' && !post.terms.category) post.terms = { ...post.terms, category: [1] }
  return putPost(site, post)
}

const roles = Object.keys(capabilitiesOfRole) as MockRole[]

function findAuthor(site: SiteState, author: number | string | undefined): number {
  const users = [...site.users.values()]
  const found =
    author === undefined ? users[0] : users.find(({ id, username }) => id === author || username === author)
  if (!found) throw new TypeError(`The mock site has no user ${String(author)}. Name it in users.`)
  return found.id
}

function addMedia(site: SiteState, media: MockMedia): void {
  const { file, mimeType = 'image/png', bytes = 0, width, height, author, ...given } = media
  const name = titleOf(file)
  const post = addPost(site, 'attachment', {
    title: name,
    slug: slugOf(given.title ?? name),
    status: 'inherit',
    commentStatus: 'open',
    ...given,
    ...(author !== undefined && { author }),
  })
  const size = width !== undefined && height !== undefined ? { width, height } : {}
  post.file = { path: file, mimeType, bytes, ...size }
}

function addComment(site: SiteState, given: Partial<CommentRow> & { post: number }): void {
  const comment: CommentRow = {
    id: nextId(site, 'comments'),
    parent: 0,
    author: 0,
    authorName: '',
    authorEmail: '',
    authorUrl: '',
    content: '',
    date: new Date(site.startedAt).toISOString().slice(0, 19),
    status: 'approved',
    ...given,
  }
  site.comments.set(comment.id, comment)
}
