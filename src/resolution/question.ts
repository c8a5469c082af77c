import { resolutionKey, type ResolutionKey } from '../core/keys'
import { canonical, normalizeQuery } from '../core/query'
import { isRecord } from '../core/plain'

/** One question to the server: a read with its arguments. */
export interface Question {
  readonly key: ResolutionKey
  /** The thunk that asks it, such as `fetchEntityRecords`. */
  readonly operation: string
  /** Its arguments in canonical form: equal ones are alike, and absent ones at the end are left out. */
  readonly args: readonly unknown[]
}

/** Names a question. An absent argument and an empty query are none, and `1` is `'1'`. */
export function questionOf(operation: string, ...given: readonly unknown[]): Question {
  const args = given.map((arg) => {
    const form = typeof arg === 'object' && arg !== null ? normalizeQuery(arg).canonical : canonical(arg)
    return form === '' || (isRecord(form) && Object.keys(form).length === 0) ? null : form
  })
  while (args.at(-1) === null) args.pop()
  return { key: resolutionKey(operation, args), operation, args }
}
