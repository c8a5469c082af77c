import type { Role } from './roles'
import { told } from './told'

/** Somebody whom the embedded WordPress knows. */
export interface KnownUser {
  role: Role
  username: string
  name: string
  /** Made anew with each start, and told to this page alone. */
  password: string
  /** The post that tells them what to try; absent where there is none. */
  start?: number
}

/** Who can be chosen without knowing a password; nobody on a person's own site. */
export const knownUsers = JSON.parse(told('copydesk-users') ?? '[]') as readonly KnownUser[]
