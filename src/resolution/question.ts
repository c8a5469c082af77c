import { resolutionKey, type ResolutionKey } from '../core/keys'
import { canonical, normalizeQuery, type NormalizedQuery } from '../core/query'
import { isEmpty, type RecordData } from '../core/plain'

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
  return question(operation, args.map(canonicalArgument))
}

/** The same question with a query at its end that is taken apart already. */
export function questionWithQuery(
  operation: string,
  args: readonly unknown[],
  query: NormalizedQuery,
): Question {
  return question(operation, [...args.map(canonicalArgument), canonicalQuery(query)])
}

function question(operation: string, args: unknown[]): Question {
  while (args.at(-1) === null) args.pop()
  return { key: resolutionKey(operation, args), operation, args }
}

function canonicalArgument(arg: unknown): unknown {
  if (typeof arg === 'object' && arg !== null) return canonicalQuery(normalizeQuery(arg))
  const form = canonical(arg)
  return form === '' ? null : form
}

function canonicalQuery({ canonical: query }: NormalizedQuery): RecordData | null {
  return isEmpty(query) ? null : query
}
