import { shownEdit, type StateWithEdits } from '../edits/storedEdits'
import { selectBlockServices, withBlockText, type ContentBlock } from '../edits/blockCodec'
import { applyEdits } from '../edits/applyEdits'
import { inGroup, hasNoTarget, requireView, undoPolicy, type EditOptions } from '../edits/editEntityRecord'
import { isMerged, isTransient } from '../edits/fields'
import { editedOf } from '../edits/selectors'
import { EntityStoreError, show } from '../core/errors'
import { syncFootnotes } from './syncFootnotes'
import type { EntityId } from '../core/keys'
import { own } from '../core/plain'
import type { Thunk } from '../core/thunk'
import { createUndoLevel } from '../undo/actions'
import { footnoteMemory } from './blockMemory'
import { blockPath, selectEntityBlocks } from './selectors'

/** Options of an edit of blocks. */
export interface EditBlocksOptions extends EditOptions {
  /** Where the caret is, or what is selected: undone and redone with the blocks. Default: as it was. */
  readonly selection?: unknown
}

/**
 * Changes the blocks of a record, and with them the text they come to, which is computed when it is saved, and the
 * list of footnotes: all of it one undo step. The blocks that it has already only end the undo step.
 * @throws EntityStoreError `invalid_edit` without a codec or for an entity without blocks; as `editEntityRecord`; as
 * `selectEntityBlocks`, so that no text is lost that could not be parsed.
 * @example
 * dispatch(editEntityBlocks('postType', 'post', 1, blocks, { selection }))
 */
export function editEntityBlocks(
  kind: string,
  name: string,
  id: EntityId | undefined,
  blocks: readonly ContentBlock[],
  options: EditBlocksOptions = {},
): Thunk<StateWithEdits, void> {
  return (dispatch, getState) => {
    const state = getState()
    if (hasNoTarget(state, kind, name, id)) return
    const view = requireView(state, kind, name, id)
    const { config } = view
    const services = selectBlockServices(state)
    if (!services || !isTransient(config, 'blocks') || !Array.isArray(blocks)) {
      throw new EntityStoreError(
        'invalid_edit',
        `The blocks of (${kind}, ${name}) can't be ${show(blocks)}. Pass an array, and { blocks: { parse, serialize } } to createEntityStore.`,
      )
    }
    const from = selectEntityBlocks(state, kind, name, id)
    if (blocks === from) {
      if (!options.isCached) dispatch(createUndoLevel())
      return
    }
    // Where one entry of the meta would take the place of all others, footnotes are nobody's.
    const meta = isMerged(config, 'meta') && own(editedOf(view), 'meta')
    const { footnotes, ...synced } = syncFootnotes(
      blocks,
      (meta as { footnotes?: unknown } | undefined)?.footnotes,
      footnoteMemory(services, blockPath(view)),
      (block) => services.codec.serialize([block]),
    )
    const edits = { ...synced, selection: options.selection, ...(footnotes && { meta: { footnotes } }) }
    const edited = applyEdits(state, view, withBlockText(state, config, edits), undoPolicy(options))
    // Undo brings back the very blocks that were there, parsed or edited. Under a text that was edited as a text since,
    // these are still what its edit is undone to.
    const changes = {
      ...edited.changes,
      blocks: { from: shownEdit(view.row, 'blocks') ?? from, to: synced.blocks },
    }
    // What is typed into blocks joins what was done to the blocks of the same record before; only a save ends that.
    dispatch(inGroup({ ...edited, changes, group: { name: 'blocks' } }, options))
  }
}
