import { filterFields, isEmpty, own, type RecordData } from '../../core/plain'
import type { Services } from '../../core/thunk'
import type { Owner } from '../durability'
import type { CheckedSave } from './checked'
import type { ComparedField } from './compareFields'
import type { Theirs } from './readTheirs'
import { revisioned, revisionsSince } from './revisions'

/**
 * The texts that the server has made of what was sent and never answered, such as one without the script that was in it:
 * they differ from what was sent and are no work of others. Where no more revisions came since than writes were sent, and
 * all of them are the owner's, they are that. Undefined where that is not so, or nobody can tell.
 */
export async function cleanedText(
  services: Services,
  { intent, config, key }: CheckedSave,
  found: Theirs,
  compared: readonly ComparedField[],
  findOwner: () => Promise<Owner | undefined>,
): Promise<RecordData | undefined> {
  const { version, unanswered = [] } = intent.basis ?? {}
  const isDisputed = (field: string) =>
    compared.some(
      ({ property, outcome }) => property === field && (outcome === 'conflict' || outcome === 'merged'),
    )
  const fields = revisioned.filter(
    (field) => isDisputed(field) && unanswered.some((sent) => own(sent, field) !== undefined),
  )
  const { revisions } = found.version
  if (fields.length === 0 || revisions === undefined || version?.revisions === undefined) return undefined
  const writes = unanswered.filter((sent) => revisioned.some((field) => own(sent, field) !== undefined))
  const newer = await revisionsSince(services, config, key, version, revisions, ['author'])
  if (newer.length === 0 || newer.length > writes.length) return undefined
  const owner = await findOwner()
  if (!newer.every(({ author }) => String(author) === String(owner?.user))) return undefined
  const cleaned = filterFields(found.record, (field) => fields.some((one) => one === field))
  return isEmpty(cleaned) ? undefined : cleaned
}
