import { isEqual } from '../../core/isEqual'
import { own } from '../../core/plain'
import { blockField } from '../../edits/blockCodec'
import { editEntityRecord } from '../../edits/editEntityRecord'
import { fieldPath } from '../../edits/fieldPath'
import { valueAt } from '../../edits/fields'
import { givenValue } from '../../edits/heldValue'
import { evaluateLazyEdits } from '../../edits/lazyEdit'
import { isShownOver } from '../../edits/logDraft'
import { editedOf, editsToSaveOf, selectEditedView } from '../../edits/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { CheckedSave } from './checked'
import type { ComparedField } from './replay'
import type { SaveConflict } from '../../saving/writes'
import type { MergeField } from './mergeField'

/**
 * Puts what the server is to have in the place of the edits that it was made from, so that it is on screen and counts as
 * sent: merged values, and theirs where the edit says the same, or nothing but what it began with. What was typed since
 * the save began is merged as well, and stays to be saved.
 * @returns The fields whose edits are based on what the server has now: not those that were no change when the save began
 * and have become one since, which were made from what the server had before.
 */
export function showMerged(
  store: EntityStore,
  { intent, config }: CheckedSave,
  compared: readonly ComparedField[],
  merge: MergeField,
  refuse: (conflicts: SaveConflict['fields']) => void,
): readonly ComparedField[] {
  const { kind, name, id } = intent
  const typedSince = new Set<ComparedField>()
  for (const field of compared) {
    const { property, entry, outcome, value, base, theirs } = field
    const view = selectEditedView(store.getState(), kind, name, id)
    const row = view?.row
    const at = row?.log?.findIndex(({ id: name }) => name === intent.mutation) ?? -1
    const path = fieldPath(property, entry)
    const sent = own(row?.log?.[at]?.fields, path)
    // Of a save that is tried again, what has been merged into it before.
    let mine = sent && !sent.unseen ? givenValue(sent.value) : field.mine
    if (row && at >= 0 && isShownOver(row, at, path)) {
      if (!sent?.unseen) continue
      // Given up: what was typed beside it is based on other values, and on both once it is merged.
      const beside = merge(field.kind, { base: sent.base, mine, theirs: own(row.fields, path)?.base })
      if (outcome !== 'merged' || beside.conflicts.length > 0) {
        typedSince.add(field)
        continue
      }
      mine = beside.value
    }
    if (outcome === 'mine' || outcome === 'conflict') continue
    const edits = view && evaluateLazyEdits(editsToSaveOf(view) ?? {}, () => editedOf(view) ?? {})
    const current = valueAt(edits, property, entry)
    if (current === undefined || isEqual(current, value)) continue
    let shown = value
    if (!isEqual(current, mine)) {
      if (outcome === 'theirs') typedSince.add(field)
      if (outcome !== 'merged') continue
      const again = merge(field.kind, { base: mine, mine: current, theirs: value })
      if (again.conflicts.length > 0) refuse({ [field.name]: { base, mine: current, theirs } })
      shown = again.value
    }
    const hasBlocks = blockField(config) === property
    const whole = entry === undefined ? shown : { [entry]: shown }
    const merged = { ...(hasBlocks && { blocks: undefined }), [property]: whole }
    store.dispatch(editEntityRecord(kind, name, id, merged, { undo: false }))
  }
  return compared.filter((field) => !typedSince.has(field))
}
