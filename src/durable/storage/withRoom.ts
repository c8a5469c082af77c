import { isQuota } from '../journal/rows'
import type { DurableContext } from '../capability'

/** Stores something, where there is no room for it in the place of what was kept to be read. */
export function withRoom<Result>(
  { makeRoom }: Pick<DurableContext, 'makeRoom'>,
  store: () => Promise<Result>,
): Promise<Result> {
  return store().catch(async (error: unknown) => {
    if (!isQuota(error) || !(await makeRoom())) throw error
    return store()
  })
}
