import { addresses, goToAddress } from '../route'
import { knownUsers } from './knownUsers'

/**
 * Opens what tells somebody of a role what to try. Who comes to an address stays there, unless it is that of what is told
 * to another role.
 */
export function goToStart(role: string): void {
  const startOf = (post: number) => addresses.document('post', post)
  const own = knownUsers.find((user) => user.role === role)?.start
  if (own === undefined) return
  const here = location.hash.replace(/^#/, '')
  const isOfOther = knownUsers.some(({ start }) => start !== undefined && startOf(start) === here)
  if (/^\/?$/.test(here) || isOfOther) goToAddress(startOf(own))
}
