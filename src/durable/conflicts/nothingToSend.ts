import { isEqual } from '../../core/isEqual'
import { stale } from '../../core/keys'
import { filterFields } from '../../core/plain'
import type { EndedWrite } from '../../core/writeGate'
import { withoutUnchanged } from '../../edits/applyEdits'
import { selectEditedView } from '../../edits/selectors'
import { selectKnownRecord } from '../../entities/selectors'
import { invalidated } from '../../resolution/actions'
import { writeSettled } from '../../saving/actions'
import { invalidatedScopes, savedAction } from '../../saving/writeResults'
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
  const { entity, kind, name, id, isOfOtherPage } = intent
  const read = await readAgain(services, config, key, {}).catch(() => undefined)
  if (typeof read === 'object') {
    const { record, seq: sentSeq } = read
    const makeResults = () => {
      const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
      const save = { ...targetOf(intent), config, fields: intent.fields }
      const answer = { record, isWhole: true }
      return [savedAction(getState(), save, answer, intent.fields, { invalidatedSeq, seq, sentSeq })]
    }
    return { answer: record, body: record, makeResults }
  }
  return {
    answer: selectKnownRecord(getState(), entity, key),
    body: found.record,
    isPartial: true,
    makeResults: () => {
      const scopes = [stale.record(entity, key), stale.lists(entity), ...invalidatedScopes(config)]
      const isStale = invalidated(scopes, services.nextSeq())
      if (isOfOtherPage) return [writeSettled(targetOf(intent)), isStale]
      const view = selectEditedView(getState(), kind, name, id)
      const { uncertain } = view?.row ?? {}
      const isDone = (field: string, value: unknown) =>
        compared.some(
          ({ property, entry, theirs }) =>
            property === field && entry === undefined && isEqual(value, theirs),
        )
      const left = filterFields(view?.row?.values ?? {}, (field, value) => !isDone(field, value))
      const values = view ? withoutUnchanged({ ...view, row: { uncertain } }, left) : left
      return [writeSettled(targetOf(intent), { settled: { values } }), isStale]
    },
  }
}
