import { useMemo } from 'react'
import { editEntityBlocks, type EditBlocksOptions } from '../../blocks/editEntityBlocks'
import { selectEntityBlocks, selectRevisionBlocks } from '../../blocks/selectors'
import type { ContentBlock } from '../../edits/blockCodec'
import type { EntityId, RecordKey } from '../../core/keys'
import type { EntityName, Kind } from '../../records/inference/inference'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { useShownRecord } from '../provider/EntityProvider'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import { revisionSelection, shownOfRevision } from '../internals/revisionSelection'
import { partSelection } from '../internals/recordSelection'
import type { Selection } from '../internals/selection'
import { useView } from '../internals/view'

/** Options of {@link useEntityBlocks}. */
export interface UseEntityBlocksOptions {
  /** The id of the record. Default: the id of the nearest `EntityProvider`. */
  readonly id?: EntityId | undefined
}

/**
 * Takes blocks from an editor, with the selection where there is one. With `undoGroup`, such as the id of the block that is
 * typed into, what is typed is a level by itself: it ends with a pause of a second, with another group and with a save.
 */
export type TakeBlocks = (
  blocks: readonly ContentBlock[],
  options?: Pick<EditBlocksOptions, 'selection' | 'undo' | 'undoIgnore' | 'undoGroup'>,
) => void

/** What {@link useEntityBlocks} gives. */
export type UseEntityBlocksResult = [
  /** Undefined until the record is known, without an id, and without a codec in the store. */
  blocks: readonly ContentBlock[] | undefined,
  /** For every key while typing: joins the next undo step. */
  onInput: TakeBlocks,
  /** For a finished change: an undo step. */
  onChange: TakeBlocks,
]

/**
 * The blocks of a record for a block editor: edited ones, or its text as blocks; and the two functions that take what
 * was changed. They keep the text and the footnotes in step with the blocks. Where the nearest provider gives a
 * revision of the record, the blocks are those of the revision, and the functions do nothing.
 * @throws EntityStoreError `invalid_record` while rendering, where the codec can't parse the text: the text stays.
 * @example
 * const [blocks, onInput, onChange] = useEntityBlocks('postType', 'post', { id: 1 })
 */
export function useEntityBlocks<K extends Kind>(
  kind: K,
  name: EntityName<K>,
  { id }: UseEntityBlocksOptions = {},
): UseEntityBlocksResult {
  const provided = useProvidedStore()
  const { store } = provided
  const { key, revision } = useShownRecord(kind, name, id)
  const { selection, onInput, onChange } = useMemo(() => {
    const take = (isCached: boolean): TakeBlocks => {
      return (blocks, options) => {
        if (revision) return
        store.dispatch(editEntityBlocks(kind, name, key, blocks, { ...options, isCached }))
      }
    }
    const selection = blocksSelection(store, kind, name, key, revision)
    return { selection, onInput: take(true), onChange: take(false) }
  }, [store, kind, name, key, revision])
  const { blocks, error } = useView(provided, selection)
  if (error) throw error
  return [blocks, onInput, onChange]
}

interface BlocksFields {
  readonly blocks: readonly ContentBlock[] | undefined
  /** Why there are none; to be thrown while rendering, as here it would end the round of those who are woken. */
  readonly error: Error | undefined
}

const blocksFields: ReadonlySet<string> = /* @__PURE__ */ new Set(['blocks', 'error'])

function blocksSelection(
  store: EntityStore,
  kind: string,
  name: string,
  key: RecordKey | undefined,
  revision: RecordKey | undefined,
): Selection<BlocksFields> {
  const reading = (select: (state: EntityState) => BlocksFields['blocks']) => (state: EntityState) => {
    try {
      return { blocks: select(state), error: undefined }
    } catch (error) {
      return { blocks: undefined, error: error as Error }
    }
  }
  if (key && revision) {
    const read = reading((state) => selectRevisionBlocks(state, kind, name, key, revision, shownOfRevision))
    return revisionSelection(store, kind, name, key, revision, blocksFields, read)
  }
  const read = reading((state) => selectEntityBlocks(state, kind, name, key))
  return partSelection(store, kind, name, key, blocksFields, read)
}
