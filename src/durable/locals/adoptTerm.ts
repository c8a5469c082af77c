import { requireEntityConfig } from '../../config/loadEntityConfigs'
import { recordKey, type RecordKey } from '../../core/keys'
import { readPath } from '../../core/paths'
import type { EndedWrite, WriteIntent } from '../../core/writeGate'
import { valuesOfCells } from '../../edits/cells'
import { codeOf } from '../../rest/restError'
import type { DurableContext } from '../capability'
import { readAgain } from '../conflicts/readTheirs'
import { readAsAnswer } from '../readAsAnswer'

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
  const config = await store.dispatch(requireEntityConfig(kind, name))
  const found = await readAgain(services, config, recordKey(existing) as RecordKey, {})
  if (found === 'gone') throw refusal
  report({
    code: 'adopted',
    message: `(${kind}, ${name}) has '${String(fields.name?.value)}' already: the draft ${String(id)} is that term, ${existing}, now.`,
    kind,
    name,
    key: existing,
  })
  const sent = valuesOfCells(fields)
  const save = { kind, name, entity, key, id, config, fields: sent, isAutosave: false }
  return {
    answer: found.record,
    body: found.record,
    makeResults: () => [readAsAnswer({ store, services }, save, found, sent)],
  }
}
