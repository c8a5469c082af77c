import { isOfWordPress } from '../../config/defineServer'
import { isEqual } from '../../core/isEqual'
import { own, type RecordData } from '../../core/plain'
import { isMerged } from '../../edits/fields'
import type { CheckedSave } from './checked'
import type { ComparedField } from './compareFields'

/** What is left to send: what the server does not have yet. */
export function fieldsToSend(
  { intent, config }: CheckedSave,
  known: RecordData | undefined,
  compared: readonly ComparedField[],
): RecordData {
  const fields: Record<string, unknown> = {}
  const isAutosave = intent.what === 'autosave'
  for (const { property, entry, outcome, value, theirs } of compared) {
    // Where others have done the same, nothing is left of what was merged.
    const isLeft = outcome === 'mine' || (outcome === 'merged' && !isEqual(value, theirs))
    // A safety copy is one of the whole text.
    if (!isLeft && !isAutosave) continue
    if (entry === undefined) fields[property] = value
    else {
      // Another server than WordPress may take the object as it is sent.
      const isWhole = !isOfWordPress(config.baseURL) && isMerged(config, property)
      const others = isWhole ? own(known, property) : undefined
      fields[property] = { ...(others as object), ...(fields[property] as object), [entry]: value }
    }
  }
  return fields
}
