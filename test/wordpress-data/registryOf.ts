import { createRegistry } from '@wordpress/data'
import { copydeskOf, createCoreStore, type CoreStoreOptions } from 'copydesk/wordpress-data/store'
import { fakeServer, post, reply, type Rule } from '../support/fakeServer'
import { nextFrame, turns } from '../support/until'

/** A function of the store by its name. */
type Named<Result> = { readonly [name: string]: (...args: unknown[]) => Result }

const totals = (count: number) => ({ headers: { 'X-WP-Total': String(count), 'X-WP-TotalPages': '1' } })

/** Answers what most tests ask: posts, users, one theme and what WordPress itself has. */
export const smallSite: Rule = ({ method, path, data }) => {
  const [address = ''] = path.split('?')
  const id = Number(/\/posts\/(\d+)$/.exec(address)?.[1])
  if (method === 'OPTIONS') return reply({}, { headers: { Allow: 'GET, POST, PUT, DELETE' } })
  if (address === '/wp/v2/posts' && method === 'POST')
    return post(9, data as object as Record<string, unknown>)
  if (address === '/wp/v2/posts') return reply([post(1), post(2), post(3)], totals(3))
  if (method === 'PUT') return saved(id, data as Record<string, unknown>)
  if (method === 'DELETE') return { deleted: true, previous: post(id) }
  if (id) return reply(post(id), { headers: { Allow: 'GET, POST, PUT' } })
  if (address === '/wp/v2/users/me') return { id: 1, name: 'Ada' }
  if (address === '/wp/v2/users') return reply([{ id: 1, name: 'Ada' }], totals(1))
  if (address === '/wp/v2/themes')
    return [{ stylesheet: 'tides', status: 'active', theme_supports: { a: true } }]
  if (address === '/wp/v2/settings') return { title: 'Site' }
  if (address === '/') return { name: 'Site', home: 'https://example.org', show_on_front: 'posts' }
  return undefined
}

function saved(id: number, fields: Record<string, unknown>) {
  const given = Object.entries(fields).map(([name, value]) => [
    name,
    ['title', 'content', 'excerpt'].includes(name) ? { raw: value, rendered: value } : value,
  ])
  return post(id, Object.fromEntries(given) as Record<string, unknown>)
}

/** A registry with a store named `core` at a fake site. */
export function registryOf(rule: Rule = smallSite, options?: Omit<CoreStoreOptions, 'fetcher'>) {
  const server = fakeServer(rule)
  const registry = createRegistry()
  registry.register(createCoreStore({ ...options, fetcher: server.fetcher }) as never)
  const name = options?.name ?? 'core'
  return {
    ...server,
    registry,
    store: copydeskOf(registry, name),
    select: registry.select(name) as Named<unknown>,
    resolve: registry.resolveSelect(name) as Named<Promise<unknown>>,
    dispatch: registry.dispatch(name) as Named<Promise<unknown>>,
    /** The requests without those for the types. */
    sent: () => server.log.filter((line) => !line.includes('/wp/v2/types')),
  }
}

/** Lets timeouts of no time and what they begin come to their end, and has listeners told of it. */
export async function quiet(): Promise<void> {
  await turns(5)
  await nextFrame()
}
