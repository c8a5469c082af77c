import { isQuota } from '../journal/rows'
import type { DurableContext } from '../capability'

/** Stores something, where there is no room for it in the place of what was kept to be read. */
export async function withRoom<Result>(
  { makeRoom }: Pick<DurableContext, 'makeRoom'>,
  store: () => Promise<Result>,
): Promise<Result> {
  try {
    return await store()
  } catch (error) {
    // Of a limit that was set there is no more room then.
    const { isLimit } = Object(error) as { readonly isLimit?: boolean }
    if (!isQuota(error) || isLimit || !(await makeRoom())) throw error
    return store()
  }
}
