import type { Cell, Cells } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { makeCell } from '../../edits/cells'
import { fieldPath } from '../../edits/fieldPath'
import type { CheckedSave } from './checked'
import type { ComparedField } from './compareFields'

/** What is left to send, based on what the server has now: what it does not have yet. */
export function fieldsToSend({ intent: { what } }: CheckedSave, compared: readonly ComparedField[]): Cells {
  const fields: Record<string, Cell> = {}
  for (const { property, entry, outcome, value, base, theirs } of compared) {
    // Where others have done the same, nothing is left of what was merged.
    const isLeft = outcome === 'mine' || (outcome === 'merged' && !isEqual(value, theirs))
    // A safety copy is one of the whole text.
    if (isLeft || what === 'autosave') fields[fieldPath(property, entry)] = makeCell(value, theirs ?? base)
  }
  return fields
}
