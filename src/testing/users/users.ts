import { contextArg, contextOf, listArgs, pageOf } from '../http/listing'
import type { Args } from '../http/params'
import { forbidden, WpError } from '../http/wpError'
import type { Call, Route } from '../http/route'
import { checkEmail } from '../settings/settings'
import { can, does, type UserRow } from '../site/siteState'
import { changeUser, createUser, deleteUser, listUsers, showUser } from './userRows'

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
        if (!call.user) throw new WpError(401, 'rest_not_logged_in', 'You are not currently logged in.')
        return showUser(call, call.user)
      },
    },
    update: {
      args: fields,
      permit: ({ user }) => {
        if (!user) throw new WpError(401, 'rest_not_logged_in', 'You are not currently logged in.')
      },
      run: (call) => {
        if (!call.user) throw new WpError(401, 'rest_not_logged_in', 'You are not currently logged in.')
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

function mayNotDelete(user: UserRow | null): WpError {
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
  if (!user) throw new WpError(404, 'rest_user_invalid_id', 'Invalid user ID.')
  return user
}
