import type { Cells, EditLog, Mutation } from '../core/cells'
import { isEqual } from '../core/isEqual'
import { mapCells, valuesAtPaths } from '../edits/cells'

/** How many saves without an answer are remembered of a record: the first, which is the likeliest to be done, and the last. */
const mostUnanswered = 20

/**
 * What was sent and never answered, with what was sent since: each once, oldest first, on the base that whoever has sent it
 * knew.
 */
export function withUnanswered(log: EditLog['log'] = [], ...sent: readonly Mutation[]): readonly Mutation[] {
  let all = log
  for (const mutation of sent) {
    const values = valuesAtPaths(mutation.fields)
    const known = all.find(({ fields }) => isEqual(valuesAtPaths(fields), values))
    const fields = mapCells(mutation.fields, (cell, path) => {
      const base = known?.fields[path]?.base
      return base === undefined ? cell : { base, ...cell }
    })
    // What was answered may still be done by an earlier request of the same.
    const version = known && mutation.version === null ? known.version : mutation.version
    const { version: _, ...sent } = { ...mutation, fields }
    all = [...all.filter((one) => one !== known), { ...sent, ...(version !== undefined && { version }) }]
  }
  const [first] = all
  return first && all.length > mostUnanswered ? [first, ...all.slice(1 - mostUnanswered)] : all
}

/** What was sent and may still be done, though nothing of it was shown. */
export function lateMutation(id: string, fields: Cells, version?: Mutation['version']): Mutation {
  return {
    id,
    state: 'late',
    fields: mapCells(fields, (cell) => ({ ...cell, unseen: true })),
    ...(version !== undefined && { version }),
  }
}
