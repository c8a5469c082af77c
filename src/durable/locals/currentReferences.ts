import { own } from '../../core/plain'
import type { StateWithEntities } from '../../entities/reducer'
import { addressOfDraft, replaceAddresses } from './draftAddresses'
import type { DraftFiles } from './draftFiles'
import { findLocalIds, replaceStrings, replaceId } from './replaceIds'

/**
 * A value of an earlier page as it is to be shown now: with the ids and addresses that the server has given to drafts
 * since, and the addresses at which this page shows the files of the others. The same object where it names none.
 */
export function withCurrentReferences<Value>(
  files: DraftFiles,
  { entities: { aliases = {} } }: StateWithEntities,
  value: Value,
): Value {
  let current: unknown = value
  for (const local of findLocalIds(value)) {
    const { id, url } = own(aliases, local) ?? {}
    const shown = files.shown(local)
    if (id !== undefined) current = replaceId(current, { local, id, ...(url !== undefined && { url }) })
    else if (shown)
      current = replaceStrings(current, (text) =>
        replaceAddresses(text, local, addressOfDraft(shown.url, local)),
      )
  }
  return current as Value
}
