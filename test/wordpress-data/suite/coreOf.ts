import type { CoreStoreOptions } from 'copydesk/wordpress-data/store'
import type { Rule } from '../../support/fakeServer'
import { registryOf } from '../registryOf'

type Functions<Result> = { readonly [name: string]: (...args: unknown[]) => Result }

/** Calls a function of the store by its name. */
function calling<Result>(functions: Functions<Result>) {
  return (name: string, ...args: readonly unknown[]): Result => {
    const run = functions[name]
    if (run === undefined) throw new Error(`The store has no ${name}.`)
    return run(...args)
  }
}

/** The store named `core` of a new registry at a fake site: `ask` calls selectors, `act` actions, `read` waits. */
export function coreOf(rule?: Rule, options?: Omit<CoreStoreOptions, 'fetcher'>) {
  const { select, dispatch, resolve, ...rest } = registryOf(rule, options)
  return { ...rest, ask: calling(select), act: calling(dispatch), read: calling(resolve) }
}

/** The same, with the types of posts known. */
export async function coreWithPosts(rule?: Rule, options?: Omit<CoreStoreOptions, 'fetcher'>) {
  const core = coreOf(rule, options)
  await core.read('getEntitiesConfig', 'postType')
  return core
}

export const posts = ['postType', 'post'] as const
export const first = ['postType', 'post', 1] as const

/** Headers of a list that has so many records on the whole. */
export const totalOf = (count: number, pages = 1) => ({
  headers: { 'X-WP-Total': String(count), 'X-WP-TotalPages': String(pages) },
})
