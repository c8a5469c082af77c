import type { AvatarUrls } from './avatarUrls'
import type { Context, ContextField, ReadonlyRecord } from './inference/context'

/** The fields of a user, to which declaration merging can add those of a plugin. */
export interface UserFields<C extends Context> {
  avatar_urls: AvatarUrls
  /** What the user may do, through roles and directly. */
  capabilities: ContextField<Record<string, boolean>, 'edit', C>
  description: string
  email: ContextField<string, 'edit', C>
  /** Roles and capabilities given to this user alone. */
  extra_capabilities: ContextField<Record<string, boolean>, 'edit', C>
  first_name: ContextField<string, 'edit', C>
  id: number
  last_name: ContextField<string, 'edit', C>
  /** The address where visitors see the user's posts. */
  link: string
  /** The language of the user's screens; empty for the site's. */
  locale: ContextField<string, 'edit', C>
  /** Registered meta values by their key. */
  meta: ContextField<Record<string, unknown>, 'view' | 'edit', C>
  /** The name that is shown. */
  name: string
  nickname: ContextField<string, 'edit', C>
  /** To be written only: the server never sends it. */
  password?: string
  /** ISO 8601 in UTC. */
  registered_date: ContextField<string, 'edit', C>
  roles: ContextField<string[], 'edit', C>
  slug: string
  /** The user's own site. */
  url: string
  /** The name to log in with, which cannot change. */
  username: ContextField<string, 'edit', C>
}

/** A user (`root`, `user`), in the `edit` context unless said otherwise. */
export type User<C extends Context = 'edit'> = ReadonlyRecord<UserFields<C>>
