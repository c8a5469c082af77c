import { contextOf, pageOf, searchArgs } from '../http/listing'
import { address, type Args, text, texts } from '../http/params'
import { found, notAllowed, WpError } from '../http/wpError'
import { type Resource, resource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { checkEmail } from '../settings/settings'
import { can, demand, does, type UserRow } from '../site/siteState'
import { changeUser, createUser, dropUser, hasPublished, listUsers, showUser } from './userRows'

const fields: Args = {
  username: text,
  name: text,
  first_name: text,
  last_name: text,
  email: { type: 'string', check: checkEmail },
  url: address,
  description: text,
  locale: text,
  nickname: text,
  slug: text,
  roles: texts,
  password: text,
}
const reassign: Args = { reassign: { type: 'any', required: true } }

const users: Resource<UserRow> = {
  path: '/wp/v2/users',
  batch: true,
  find: ({ site, params }) =>
    found(site.users.get(Number(params.id)), 'rest_user_invalid_id', 'Invalid user ID.'),
  show: showUser,
  list: {
    args: {
      ...searchArgs('name', 'id include name registered_date slug include_slugs email url'.split(' ')),
      slug: texts,
      roles: texts,
      who: { type: 'string', enum: ['authors'] },
    },
    permit: mayList,
    rows: (call) => pageOf(call, listUsers(call)),
  },
  create: {
    args: {
      ...fields,
      username: { type: 'string', required: true },
      email: { type: 'string', required: true, check: checkEmail },
      password: { type: 'string', required: true },
    },
    permit: ({ user }) => {
      demand(user, 'create_users', 'rest_cannot_create_user', 'create new users')
    },
    make: createUser,
  },
  read: {
    permitRow: (call, row) => {
      const { site, user } = call
      if (user?.id === row.id || can(user, 'list_users')) return
      if (contextOf(call) === 'edit' || !hasPublished(site, row)) {
        throw notAllowed(user, 'rest_user_cannot_view', 'list users')
      }
    },
  },
  update: {
    args: fields,
    permitRow: ({ user }, { id }) => {
      if (user?.id !== id) demand(user, 'edit_users', 'rest_cannot_edit', 'edit this user')
    },
    change: changeUser,
  },
  remove: { args: reassign, permitRow: mayDelete, trash: 'Users do not support trashing.', drop: dropUser },
}

const [, me] = resource<UserRow>({
  ...users,
  single: '/wp/v2/users/me',
  find: findMe,
  read: {},
  update: { args: fields, permit: (call) => void findMe(call), change: changeUser },
  remove: { args: reassign, permit: mayDelete, trash: 'Users do not support trashing.', drop: dropUser },
})

/** The users, and `me`. */
export const userRoutes: readonly Route[] = [me, ...resource(users)]

function findMe({ user }: Call): UserRow {
  if (!user) throw new WpError(401, 'rest_not_logged_in', 'You are not currently logged in.')
  return user
}

function mayDelete({ user }: Call): void {
  demand(user, 'delete_users', 'rest_user_cannot_delete', 'delete this user')
}

function mayList(call: Call): void {
  const { user, params } = call
  if (params.roles !== undefined) {
    demand(user, 'list_users', 'rest_user_cannot_view', 'filter users by role')
  }
  if (contextOf(call) === 'edit') {
    const verb = does(call.site, 'editUsersMessage') ? 'edit' : 'list'
    demand(user, 'list_users', 'rest_forbidden_context', `${verb} users`)
  }
  if (params.who === 'authors') {
    demand(user, 'edit_posts', 'rest_forbidden_who', 'query users by this parameter')
  }
}
