import type { Cell, EditLog } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isEmpty, own, type RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import type { RecordEdited } from '../../edits/actions'
import { goesOn, makeCell } from '../../edits/cells'
import { isSaid } from '../../edits/fields'
import { splitPath, valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { isMeantBy } from '../../edits/log'
import type { MergeKnown } from '../queue/dropped'
import type { ReceivedView } from './beforeReceived'
import { fieldKind } from './fieldKinds'

/**
 * Takes what this page has sent, and a record that comes has not, out of what is typed over another page's save of that: it
 * is an edit again, and what was typed was made on both.
 */
export function basedBeside(
  { row, answered, config, received, entity, key, id }: ReceivedView,
  theirs: RecordData,
  mergeKnown: MergeKnown,
): readonly StoreAction[] {
  const fields: Record<FieldPath, Cell> = {}
  const left = answered
    ? row.log?.slice(row.log.map(isMeantBy(answered.name)).lastIndexOf(true) + 1)
    : row.log
  for (const [path, typed] of Object.entries(row.fields)) {
    const kind = fieldKind(config, received?.record, splitPath(path)[0], typed.value)
    const now = valueAtPath(theirs, path)
    const isDone = ({ base, value }: Cell) =>
      isSaid(value, now) || isEqual(mergeKnown(kind, { base, mine: value, theirs: now }), now)
    const without = (base: unknown, sent: Cell) =>
      goesOn(sent, { base, value: undefined })
        ? sent.base
        : (mergeKnown(kind, { base: sent.value, mine: base, theirs: sent.base }) ?? base)
    const missed = now === undefined ? [] : missedBy(left, path, isDone)
    const base = missed.every((sent) => goesOn(sent, typed)) ? typed.base : missed.reduce(without, typed.base)
    if (!isEqual(base, typed.base)) fields[path] = makeCell(typed.value, base)
  }
  if (isEmpty(fields)) return []
  const { kind, name } = config
  const edited: RecordEdited = {
    type: 'edits/recordEdited',
    ...{ kind, name, entity, key, id, fields },
    ...{ transient: {}, seq: row.seq, changes: {}, undo: 'ignore' },
  }
  return [edited]
}

/** What was sent of a field without an answer, and is not done, newest first; nothing while a save of it is under way. */
function missedBy(
  log: EditLog['log'] = [],
  path: FieldPath,
  isDone: (sent: Cell) => boolean,
): readonly Cell[] {
  const sent = log.filter(({ state, fields }) => state !== 'late' && own(fields, path)).reverse()
  if (sent.some(({ state }) => state !== 'uncertain')) return []
  const cells = sent.map(({ fields }) => fields[path] as Cell)
  const done = cells.findIndex(isDone)
  const missed = done < 0 ? cells : cells.slice(0, done)
  return missed.filter(({ base, unseen }) => !unseen && base !== undefined)
}
