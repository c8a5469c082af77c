import { isLocalId } from 'copydesk/durable'
import { navigate } from './hashLocation'

/**
 * The slug of a post type whose records are documents. The site's own types have the fields of a post, so they pass for
 * one: `asPostType` says so.
 */
export type PostType = 'post' | 'page'

type Id = number | string

/** Where everything is, for `href`. */
export const addresses = {
  documents: (type: PostType) => at(type),
  document: (type: PostType, id: Id) => at(type, id),
  newDocument: (type: PostType) => at(type, 'new'),
  revisions: (type: PostType, id: Id) => `${at(type, id)}/revisions`,
  media: (id?: Id) => at('media', id),
  terms: (taxonomy: string, id?: Id) => `${at('terms', taxonomy)}${id === undefined ? '' : `/${part(id)}`}`,
  users: (id?: Id) => at('users', id),
  comments: (id?: Id) => at('comments', id),
  templates: (id?: Id) => at('templates', id),
  templateParts: (id?: Id) => at('template-parts', id),
  styles: () => at('styles'),
  menus: (id?: Id) => at('menus', id),
  settings: () => at('settings'),
  plugins: () => at('plugins'),
}

/** The patterns of the same addresses, for the router. The last ones match any first part. */
export const patterns = {
  media: '/media/:id?',
  terms: '/terms/:taxonomy/:id?',
  users: '/users/:id?',
  comments: '/comments/:id?',
  templates: '/templates/:id?',
  templateParts: '/template-parts/:id?',
  styles: '/styles',
  menus: '/menus/:id?',
  settings: '/settings',
  plugins: '/plugins',
  revisions: '/:type/:id/revisions',
  newDocument: '/:type/new',
  documents: '/:type/:id?',
} as const

/** The type that an address or a record names, as one that is known to have documents. */
export function asPostType(name: string): PostType {
  return name as PostType
}

/** The address of a list of documents, or of one of them. */
export function linkTo(type: PostType, id?: Id): string {
  return id === undefined ? addresses.documents(type) : addresses.document(type, id)
}

/** Goes to an address from {@link addresses}. */
export function goToAddress(address: string, options?: { replace?: boolean }): void {
  navigate(address.replace(/^#/, ''), options)
}

/** Goes to a list of documents as it is narrowed down now, or to one of them. */
export function goTo(type: PostType, id?: Id): void {
  if (id === undefined) goToList(linkTo(type))
  else goToAddress(linkTo(type, id))
}

/** Goes to the list beside what is open, as it is narrowed down now. */
export function goToList(address: string): void {
  goToAddress(address + (/\?.*/s.exec(location.hash)?.[0] ?? ''))
}

/** Where one is, however the list there is narrowed down. */
export function placeNow(): string {
  return location.hash.replace(/\?.*$/s, '')
}

/** Where a record of any kind is edited; null where this editor has no place for it. */
export function recordAddress(kind: string, name: string, key: Id = ''): string | null {
  // What the site does not know yet has a place only where it can be written.
  if (isLocalId(key) && (kind !== 'postType' || postTypePlaces[name] !== undefined)) return null
  if (kind === 'taxonomy') return addresses.terms(name, key)
  if (kind === 'postType')
    return (postTypePlaces[name] ?? ((id: Id) => addresses.document(asPostType(name), id)))(key)
  return rootPlaces[name]?.(key) ?? null
}

const postTypePlaces: Record<string, (key: Id) => string> = {
  attachment: addresses.media,
  wp_template: addresses.templates,
  wp_template_part: addresses.templateParts,
}

const rootPlaces: Record<string, (key: Id) => string> = {
  media: addresses.media,
  user: addresses.users,
  comment: addresses.comments,
  menu: addresses.menus,
  menuItem: () => addresses.menus(),
  globalStyles: addresses.styles,
  site: addresses.settings,
  plugin: addresses.plugins,
}

function at(place: string, id?: Id): string {
  return id === undefined ? `#/${part(place)}` : `#/${part(place)}/${part(id)}`
}

/** Some ids have slashes: `twentytwentyfour//single`, `tides/tides`. */
function part(text: Id): string {
  return encodeURIComponent(text)
}
