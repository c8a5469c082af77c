import { isEqual } from '../../core/isEqual'
import { addresses } from '../../core/address'
import { filterFields, isEmpty, isRecord, type RecordData } from '../../core/plain'
import type { EndedWrite } from '../../core/writeGate'
import { withoutUnchanged } from '../../edits/applyEdits'
import { selectEditedView } from '../../edits/selectors'
import { selectKnownRecord } from '../../entities/selectors'
import { countsSaved } from '../../entities/termCounts'
import { invalidated } from '../../resolution/actions'
import { writeSettled } from '../../saving/actions'
import { invalidatedScopes, savedAction } from '../../saving/writeResults'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { targetOf, type CheckedSave } from './checked'
import type { ComparedField } from './compareFields'
import { readAgain, type Theirs } from './readTheirs'

/**
 * The server has all of it: the save is done, by an earlier request or by others. What else that has changed, the check
 * has not asked: the record is read, and is the answer; where it can't be read, it and the lists are asked for again later.
 */
export async function nothingToSend(
  { store: { getState }, services }: DurableContext,
  { intent, config, key }: CheckedSave,
  found: Theirs,
  compared: readonly ComparedField[],
): Promise<EndedWrite> {
  const { entity, isOfOtherPage } = intent
  const read = await readAgain(services, config, key, {}).catch(() => undefined)
  /** By what the check has found: what others have written since is in the record, and nothing here is based on it. */
  const settled = () => (isOfOtherPage ? {} : { settled: { values: leftOf(getState(), intent, compared) } })
  if (typeof read === 'object') {
    const { record, seq: sentSeq } = read
    const makeResults = () => {
      const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
      const save = { ...targetOf(intent), config, fields: intent.fields }
      const answer = { record, isWhole: true }
      const saved = savedAction(getState(), save, answer, {}, { invalidatedSeq, seq, sentSeq })
      return [{ ...saved, ...settled() }]
    }
    return { answer: record, body: record, makeResults }
  }
  return {
    answer: selectKnownRecord(getState(), entity, key),
    body: found.record,
    isPartial: true,
    makeResults: () => {
      const counts = countsSaved(getState(), config, intent.fields)
      const scopes = [
        addresses.record(entity, key),
        addresses.lists(entity),
        ...counts,
        ...invalidatedScopes(config),
      ]
      return [writeSettled(targetOf(intent), settled()), invalidated(scopes, services.nextSeq())]
    },
  }
}

/** The edits of a record that the server has not. */
function leftOf(
  state: EntityState,
  { kind, name, id }: CheckedSave['intent'],
  compared: readonly ComparedField[],
): RecordData {
  const view = selectEditedView(state, kind, name, id)
  const isDone = (property: string, entry: string | undefined, value: unknown) =>
    compared.some(
      (field) => field.property === property && field.entry === entry && isEqual(value, field.theirs),
    )
  if (!view?.row) return {}
  const left: Record<string, unknown> = {}
  for (const [property, value] of Object.entries(view.row.values)) {
    const isOfEntries =
      isRecord(value) && compared.some((field) => field.property === property && field.entry)
    const rest = isOfEntries ? filterFields(value, (entry, one) => !isDone(property, entry, one)) : value
    if (isOfEntries ? !isEmpty(rest as RecordData) : !isDone(property, undefined, value))
      left[property] = rest
  }
  const { uncertain } = view.row
  return withoutUnchanged({ ...view, row: { uncertain } }, left)
}
