import { capabilitiesOf, capabilitiesOfRole, type MockRole } from '../site/capabilities'
import { linksTo } from '../http/links'
import { contextOf, inAnyOrder, inContext, inOrder, wishesOf } from '../http/listing'
import { takeSent } from '../http/params'
import { isContent } from '../posts/postRows'
import { notAllowed, WpError } from '../http/wpError'
import type { Call } from '../http/route'
import { addUser } from '../site/seed'
import { can, now, type SiteState, tick, type UserRow } from '../site/siteState'

/** The users that a list asks for, as far as who asks may know of them. */
export function listUsers(call: Call): UserRow[] {
  const { site, user, params } = call
  const { among, takes, hasPhrase } = wishesOf(call)
  // Who may not list users sees only those that the site shows to everybody: the authors of public posts.
  const seesAll = can(user, 'list_users') || params.who === 'authors'
  const rows = [...site.users.values()].filter(
    (row) =>
      (seesAll || hasPublished(site, row)) &&
      (params.who !== 'authors' || can(row, 'edit_posts')) &&
      takes(row.id) &&
      among('slug', row.slug) &&
      row.roles.some((role) => among('roles', role)) &&
      hasPhrase(`${row.name}\n${row.slug}\n${row.username}\n${can(user, 'list_users') ? row.email : ''}`),
  )
  const keys: Record<string, (row: UserRow) => string | number> = {
    email: ({ email }) => email,
    url: ({ url }) => url,
    registered_date: ({ registered }) => Date.parse(registered),
  }
  return inOrder(call, inAnyOrder(site, rows), keys, ({ name }) => name, ['include_slugs'])
}

/** Whether the site shows posts of a user to everybody. */
export function hasPublished(site: SiteState, { id }: UserRow): boolean {
  return [...site.posts.values()].some(
    ({ author, status, type }) =>
      author === id && status === 'publish' && site.postTypes.get(type)?.viewable === true,
  )
}

/** Makes a user of the fields that were sent. */
export function createUser(call: Call): UserRow {
  const { site, params } = call
  const username = String(params.username)
  const users = [...site.users.values()]
  if (users.some((user) => user.username === username)) {
    throw taken('existing_user_login', 'Sorry, that username already exists!')
  }
  if (users.some(({ email }) => email === params.email)) {
    throw taken('existing_user_email', 'Sorry, that email address is already used!')
  }
  tick(site)
  const made = addUser(site, { username, role: 'subscriber', registered: now(site) })
  return changeUser(call, made)
}

function taken(code: string, message: string): WpError {
  return new WpError(500, code, message, {}, { data: null })
}

/** Changes the fields of a user that were sent. */
export function changeUser(call: Call, user: UserRow): UserRow {
  const { site, params } = call
  if (params.roles !== undefined) {
    const roles = params.roles as MockRole[]
    const unknown = roles.find((role) => !Object.hasOwn(capabilitiesOfRole, role))
    if (unknown !== undefined) {
      throw new WpError(400, 'rest_user_invalid_role', `The role ${String(unknown)} does not exist.`)
    }
    if (!can(call.user, 'promote_users')) {
      throw notAllowed(call.user, 'rest_cannot_edit_roles', 'edit roles of this user')
    }
    user.roles = roles
  }
  takeSent(user, params, ['name', 'firstName', 'lastName', 'nickname', 'email', 'url', 'description'])
  takeSent(user, params, ['slug', 'locale'])
  tick(site)
  return user
}

/** Deletes a user; somebody else takes over the posts, or they go too. */
export function dropUser({ site, params }: Call, { id }: UserRow): void {
  const heir = ['false', '', false].includes(params.reassign as string) ? null : Number(params.reassign)
  if (heir !== null && (heir === id || !site.users.has(heir))) {
    throw new WpError(400, 'rest_user_invalid_reassign', 'Invalid user ID for reassignment.')
  }
  site.users.delete(id)
  for (const post of [...site.posts.values()]) {
    if (post.author !== id || !isContent(post)) continue
    if (heir === null) site.posts.delete(post.id)
    else post.author = heir
  }
}

/** A user as the site answers it. */
export function showUser(call: Call, user: UserRow, context = contextOf(call)): object {
  const { site } = call
  const capabilities = capabilitiesOf(user.roles)
  return {
    ...inContext(context, {
      all: {
        id: user.id,
        name: user.name,
        url: user.url,
        description: user.description,
        link: `${site.url}/author/${user.slug}/`,
        slug: user.slug,
        avatar_urls: Object.fromEntries(
          ['24', '48', '96'].map((size) => [size, `${site.url}/avatars/${user.id}-${size}.png`]),
        ),
      },
      notEmbed: { meta: context === 'edit' ? { persisted_preferences: [], ...user.meta } : [] },
      edit: {
        username: user.username,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        locale: user.locale,
        nickname: user.nickname,
        registered_date: `${user.registered}+00:00`,
        roles: user.roles,
        capabilities,
        extra_capabilities: Object.fromEntries(user.roles.map((role) => [role, true])),
      },
    }),
    _links: linksTo(call, { self: `/wp/v2/users/${user.id}`, collection: '/wp/v2/users' }),
  }
}
