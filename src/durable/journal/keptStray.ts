import type { Cell, Mutation } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { own, type RecordData } from '../../core/plain'
import { goAstray, type StrayValues, type StrayWrites } from '../../edits/stray'
import { lateMutation } from '../unanswered'

/** The name, among what was sent, of what may still be done in the place of what the server has. */
const astray = 'stray'

/** What may still be done of fields, as it is kept among what was sent: over what the server had when it was heard of last. */
export function strayToKeep(stray: StrayWrites = {}): readonly Mutation[] {
  return Object.entries(stray).flatMap(([path, { values, known }]) =>
    values.map((value) => lateMutation(astray, { [path]: { base: known, value } })),
  )
}

/** What was kept of a log without what a save of the same record has done meanwhile: that is meant, whoever else may do it. */
export function withoutMeant(log: readonly Mutation[], saved: RecordData): readonly Mutation[] {
  const isMeant = ([path, { value }]: [string, Cell]) => isEqual(value, own(saved, path))
  return log.filter((mutation) => !isAstray(mutation) || !Object.entries(mutation.fields).some(isMeant))
}

/** What was kept of a log, and what may still be done besides, by path. */
export function withoutStray(log: readonly Mutation[]): {
  readonly log: readonly Mutation[]
  readonly stray: StrayWrites
} {
  const stray: Record<string, StrayValues> = {}
  for (const { fields } of log.filter(isAstray))
    for (const [path, { base, value }] of Object.entries(fields)) goAstray(stray, path, value, base)
  return { log: log.filter((mutation) => !isAstray(mutation)), stray }
}

function isAstray({ id }: Mutation): boolean {
  return id === astray
}
