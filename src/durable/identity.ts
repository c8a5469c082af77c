import { isRecord } from '../core/plain'
import type { Services } from '../core/thunk'
import { askingFresh } from '../rest/freshReads'
import { statusOf } from '../rest/restError'
import type { Owner } from './durability'

/**
 * Who the server takes this page for, named as the owner is, by id or slug: cookies belong to whoever signed in last.
 * Undefined where that is nobody.
 * @throws What the fetcher rejects with where it gives no answer.
 */
export async function askWhoIsThere(services: Services, { user }: Owner): Promise<string | undefined> {
  const isNumber = /^\d+$/.test(String(user))
  try {
    const path = `/wp/v2/users/me?_fields=${isNumber ? 'id' : 'id,slug'}`
    // The queue repeats it, and waits longer each time: the fetcher's own repeats would come four to one of those.
    const { data } = await askingFresh(services).fetcher({ path, retry: false })
    return isRecord(data) && data.id !== undefined ? String(isNumber ? data.id : data.slug) : undefined
  } catch (error) {
    const status = statusOf(error)
    if (status === 401 || status === 403) return undefined
    throw error
  }
}

/** The number of a user by which WordPress names authors; undefined where it does not say so. */
export async function askUserId(
  { fetcher }: Pick<Services, 'fetcher'>,
  { user }: Owner,
): Promise<number | undefined> {
  if (/^\d+$/.test(String(user))) return Number(user)
  const { data } = await fetcher({ path: '/wp/v2/users/me?_fields=id,slug', retry: false })
  return isRecord(data) && data.slug === user && typeof data.id === 'number' ? data.id : undefined
}
