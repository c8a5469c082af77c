import { selectEntityConfig } from '../../config/selectors'
import { readPath } from '../../core/paths'
import { isRecord } from '../../core/plain'
import type { EndedWrite, WriteIntent } from '../../core/writeGate'
import { valuesOfCells } from '../../edits/cells'
import { fetchEntityRecord } from '../../entities/fetchEntityRecord'
import { codeOf } from '../../rest/restError'
import { savedAction } from '../../saving/writeResults'
import type { DurableContext } from '../capability'

/**
 * How a create ends that was refused as the server has such a term already: with that term, to which all references go.
 * @throws The refusal, where it is another one or does not name the term.
 */
export async function adoptTerm(
  { store, services, report }: Pick<DurableContext, 'store' | 'services' | 'report'>,
  { kind, name, entity, key, id, fields }: WriteIntent,
  refusal: unknown,
): Promise<EndedWrite> {
  const existing = readPath(refusal, 'data.term_id').value
  if (codeOf(refusal) !== 'term_exists' || typeof existing !== 'number') throw refusal
  const sentSeq = services.nextSeq()
  const record = await store.dispatch(
    fetchEntityRecord<string, string>(kind, name, existing, undefined, { force: true }),
  )
  const config = selectEntityConfig(store.getState(), kind, name)
  if (!isRecord(record) || !config) throw refusal
  report({
    code: 'adopted',
    message: `(${kind}, ${name}) has '${String(fields.name?.value)}' already: the draft ${String(id)} is that term, ${existing}, now.`,
    kind,
    name,
    key: existing,
  })
  const sent = valuesOfCells(fields)
  const save = { kind, name, entity, key, id, config, fields: sent, isAutosave: false }
  const makeResults = () => {
    const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
    const answer = { record, isWhole: true }
    return [savedAction(store.getState(), save, answer, sent, { invalidatedSeq, seq, sentSeq })]
  }
  return { answer: record, body: record, makeResults }
}
