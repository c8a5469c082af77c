import { resolutionKey, type ResolutionKey } from '../core/keys'
import { canonical, normalizeQuery } from '../core/query'
import { isEmpty } from '../core/plain'

/** One question to the server: a read with its arguments. */
export interface Question {
  readonly key: ResolutionKey
  /** The thunk that asks it, such as `fetchEntityRecords`. */
  readonly operation: string
  /** Its arguments in canonical form: equal ones are alike, and absent ones at the end are left out. */
  readonly args: readonly unknown[]
}

/** Names a question. An absent argument and an empty query are none, and `1` is `'1'`. */
export function questionOf(operation: string, ...args: unknown[]): Question {
  for (let at = 0; at < args.length; at++) args[at] = canonicalArgument(args[at])
  while (args.at(-1) === null) args.pop()
  return { key: resolutionKey(operation, args), operation, args }
}

function canonicalArgument(arg: unknown): unknown {
  if (typeof arg === 'object' && arg !== null) {
    const query = normalizeQuery(arg).canonical
    return isEmpty(query) ? null : query
  }
  const form = canonical(arg)
  return form === '' ? null : form
}
