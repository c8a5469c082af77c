import { capabilitiesOf, capabilitiesOfRole, type MockRole } from '../site/capabilities'
import { contextArg, contextOf, inContext, listArgs, pageOf, restUrl, sorted } from '../http/listing'
import type { Args } from '../http/params'
import { forbidden, Refusal } from '../http/wpError'
import { type Call, Reply, type Route } from '../http/route'
import { addUser } from '../site/seed'
import { checkEmail } from '../settings/settings'
import { can, does, now, type SiteState, tick, type UserRow } from '../site/siteState'

const text = { type: 'string' } as const
const fields: Args = {
  username: text,
  name: text,
  first_name: text,
  last_name: text,
  email: { type: 'string', check: checkEmail },
  url: text,
  description: text,
  locale: text,
  nickname: text,
  slug: text,
  roles: { type: 'array', items: text },
  password: text,
}
const ids = { type: 'array', items: { type: 'integer' } } as const

/** The users, and `me`. */
export const userRoutes: readonly Route[] = [
  {
    path: '/wp/v2/users',
    GET: {
      args: {
        ...listArgs,
        search: text,
        exclude: ids,
        include: ids,
        offset: { type: 'integer' },
        order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
        orderby: {
          type: 'string',
          enum: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
          default: 'name',
        },
        slug: { type: 'array', items: text },
        roles: { type: 'array', items: text },
        who: { type: 'string', enum: ['authors'] },
      },
      permit: mayList,
      run: (call) => pageOf(call, listUsers(call)).map((user) => showUser(call, user)),
    },
    POST: {
      args: {
        ...fields,
        username: { type: 'string', required: true },
        email: { type: 'string', required: true, check: checkEmail },
        password: { type: 'string', required: true },
      },
      permit: ({ user }) => {
        if (can(user, 'create_users')) return
        throw forbidden(user, 'rest_cannot_create_user', 'Sorry, you are not allowed to create new users.')
      },
      run: createUser,
    },
  },
  {
    path: '/wp/v2/users/me',
    GET: {
      args: contextArg,
      run: (call) => {
        if (!call.user) throw new Refusal(401, 'rest_not_logged_in', 'You are not currently logged in.')
        return showUser(call, call.user)
      },
    },
    update: {
      args: fields,
      permit: ({ user }) => {
        if (!user) throw new Refusal(401, 'rest_not_logged_in', 'You are not currently logged in.')
      },
      run: (call) => {
        if (!call.user) throw new Refusal(401, 'rest_not_logged_in', 'You are not currently logged in.')
        return changeUser(call, call.user)
      },
    },
    DELETE: {
      args: { force: { type: 'boolean', default: false }, reassign: { type: 'any', required: true } },
      permit: ({ user }) => {
        if (!can(user, 'delete_users')) throw mayNotDelete(user)
      },
      run: (call) => deleteUser(call, call.user?.id ?? 0),
    },
  },
  {
    path: '/wp/v2/users/:id',
    GET: {
      args: contextArg,
      permit: (call) => {
        const found = findUser(call)
        const { site, user } = call
        if (user?.id === found.id) return
        const isPublic = [...site.posts.values()].some(
          ({ author, status, type }) =>
            author === found.id && status === 'publish' && site.postTypes.get(type)?.viewable,
        )
        if (contextOf(call) === 'edit' ? !can(user, 'list_users') : !isPublic && !can(user, 'list_users')) {
          throw forbidden(user, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.')
        }
      },
      run: (call) => showUser(call, findUser(call)),
    },
    update: {
      args: fields,
      permit: (call) => {
        const found = findUser(call)
        if (call.user?.id === found.id || can(call.user, 'edit_users')) return
        throw forbidden(call.user, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this user.')
      },
      run: (call) => changeUser(call, findUser(call)),
    },
    DELETE: {
      args: { force: { type: 'boolean', default: false }, reassign: { type: 'any', required: true } },
      permit: (call) => {
        findUser(call)
        if (!can(call.user, 'delete_users')) throw mayNotDelete(call.user)
      },
      run: (call) => deleteUser(call, findUser(call).id),
    },
  },
]

function mayNotDelete(user: UserRow | null): Refusal {
  return forbidden(user, 'rest_user_cannot_delete', 'Sorry, you are not allowed to delete this user.')
}

function mayList(call: Call): void {
  const { user, params } = call
  if (params.roles !== undefined && !can(user, 'list_users')) {
    const message = 'Sorry, you are not allowed to filter users by role.'
    throw forbidden(user, 'rest_user_cannot_view', message)
  }
  if (contextOf(call) === 'edit' && !can(user, 'list_users')) {
    const verb = does(call.site, 'editUsersMessage') ? 'edit' : 'list'
    throw forbidden(user, 'rest_forbidden_context', `Sorry, you are not allowed to ${verb} users.`)
  }
  if (params.who === 'authors' && !can(user, 'edit_posts')) {
    const message = 'Sorry, you are not allowed to query users by this parameter.'
    throw forbidden(user, 'rest_forbidden_who', message)
  }
}

function findUser({ site, params }: Call): UserRow {
  const user = site.users.get(Number(params.id))
  if (!user) throw new Refusal(404, 'rest_user_invalid_id', 'Invalid user ID.')
  return user
}

function listUsers({ site, user, params }: Call): UserRow[] {
  const list = (name: string) => (params[name] ?? []) as (string | number)[]
  const among = (name: string, value: string | number) =>
    list(name).length === 0 || list(name).includes(value)
  const search = String(params.search ?? '').toLowerCase()
  // Who may not list users sees only those that the site shows to everybody: the authors of public posts.
  const seesAll = can(user, 'list_users') || params.who === 'authors'
  const rows = [...site.users.values()].filter(
    (row) =>
      (seesAll || hasPublished(site, row)) &&
      (params.who !== 'authors' || can(row, 'edit_posts')) &&
      among('include', row.id) &&
      !list('exclude').includes(row.id) &&
      among('slug', row.slug) &&
      (params.roles === undefined || row.roles.some((role) => list('roles').includes(role))) &&
      `${row.name}\n${row.slug}\n${row.username}\n${can(user, 'list_users') ? row.email : ''}`
        .toLowerCase()
        .includes(search),
  )
  const keys: Record<string, (row: UserRow) => string | number> = {
    id: ({ id }) => id,
    slug: ({ slug }) => slug,
    email: ({ email }) => email,
    url: ({ url }) => url,
    registered_date: ({ registered }) => Date.parse(registered),
    include: ({ id }) => list('include').indexOf(id),
    include_slugs: ({ slug }) => list('slug').indexOf(slug),
  }
  const isGiven = String(params.orderby).startsWith('include')
  return sorted(rows, keys[String(params.orderby)] ?? (({ name }) => name), isGiven ? 'asc' : params.order)
}

function hasPublished(site: SiteState, { id }: UserRow): boolean {
  return [...site.posts.values()].some(
    ({ author, status, type }) =>
      author === id && status === 'publish' && site.postTypes.get(type)?.viewable === true,
  )
}

function createUser(call: Call): Reply {
  const { site, params } = call
  const username = String(params.username)
  const users = [...site.users.values()]
  if (users.some((user) => user.username === username)) {
    return taken('existing_user_login', 'Sorry, that username already exists!')
  }
  if (users.some(({ email }) => email === params.email)) {
    return taken('existing_user_email', 'Sorry, that email address is already used!')
  }
  tick(site)
  const made = addUser(site, { username, role: 'subscriber', registered: now(site) })
  changeUser(call, made)
  call.headers.Location = restUrl(call, `/wp/v2/users/${made.id}`)
  return new Reply(201, showUser(call, made, 'edit'))
}

function taken(code: string, message: string): Reply {
  return new Reply(500, { code, message, data: null })
}

function changeUser(call: Call, user: UserRow): object {
  const { site, params } = call
  const names = [
    ...[['name', 'name'] as const, ['first_name', 'firstName'] as const, ['last_name', 'lastName'] as const],
    ...[['email', 'email'] as const, ['url', 'url'] as const, ['description', 'description'] as const],
    ...[['nickname', 'nickname'] as const, ['slug', 'slug'] as const, ['locale', 'locale'] as const],
  ]
  if (params.roles !== undefined) {
    const roles = params.roles as MockRole[]
    const unknown = roles.find((role) => !Object.hasOwn(capabilitiesOfRole, role))
    if (unknown !== undefined) {
      throw new Refusal(400, 'rest_user_invalid_role', `The role ${String(unknown)} does not exist.`)
    }
    if (!can(call.user, 'promote_users')) {
      const message = 'Sorry, you are not allowed to edit roles of this user.'
      throw forbidden(call.user, 'rest_cannot_edit_roles', message)
    }
    user.roles = roles
  }
  for (const [name, field] of names) if (params[name] !== undefined) user[field] = String(params[name])
  tick(site)
  return showUser(call, user, 'edit')
}

function deleteUser(call: Call, id: number): object {
  const { site, params } = call
  const user = site.users.get(id)
  if (!user) throw new Refusal(404, 'rest_user_invalid_id', 'Invalid user ID.')
  if (!params.force) {
    const message = "Users do not support trashing. Set 'force=true' to delete."
    throw new Refusal(501, 'rest_trash_not_supported', message)
  }
  const heir = ['false', '', false].includes(params.reassign as string) ? null : Number(params.reassign)
  if (heir !== null && (heir === id || !site.users.has(heir))) {
    throw new Refusal(400, 'rest_user_invalid_reassign', 'Invalid user ID for reassignment.')
  }
  const { _links: _, ...previous } = showUser(call, user, 'edit') as Record<string, unknown>
  site.users.delete(id)
  for (const post of [...site.posts.values()]) {
    if (post.author !== id) continue
    if (heir === null) site.posts.delete(post.id)
    else post.author = heir
  }
  tick(site)
  return { deleted: true, previous }
}

function showUser(call: Call, user: UserRow, context = contextOf(call)): object {
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
    _links: {
      self: [{ href: restUrl(call, `/wp/v2/users/${user.id}`) }],
      collection: [{ href: restUrl(call, '/wp/v2/users') }],
    },
  }
}
