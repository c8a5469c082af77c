import { __unstableSerializeAndClean as serializeAndClean, getBlockTypes, serialize } from '@wordpress/blocks'
import { useRegistry } from '@wordpress/data'
import { useCallback, useMemo } from 'react'
import { syncFootnotes } from '../../blocks/syncFootnotes'
import type { EntityId } from '../../core/keys'
import { isRecord } from '../../core/plain'
import type { ContentBlock } from '../../edits/blockCodec'
import { serializeBlocksOnce, type BlockSerializers } from '../serializeBlocksOnce'
import { useCoreDispatch, useCoreSelect } from './coreStore'
import { footnotesOf, parsedBlocks } from './parsedBlocks'
import { shownOfRevision } from '../../react/internals/revisionSelection'
import { useShownRecord } from './useShownRecord'

/** Takes blocks from an editor, with the selection where there is one. */
export type TakeEditorBlocks = (blocks: ContentBlock[], options?: { readonly selection?: unknown }) => void

const none: readonly ContentBlock[] = Object.freeze([])

/**
 * The blocks of a record for a block editor, as `useEntityBlockEditor` of `@wordpress/core-data` gives them: edited ones,
 * else its text as `@wordpress/blocks` parses it; what takes each key, and what takes a finished change, which is an undo
 * step. Footnotes are kept in step with the blocks. Where a revision is provided the blocks are those of the revision, and
 * nothing is edited.
 * @param options - `id`: which record. Default: the one that the nearest provider gives.
 * @example
 * const [blocks, onInput, onChange] = useEntityBlockEditor('postType', 'post', { id: 1 })
 */
export function useEntityBlockEditor(
  kind: string,
  name: string,
  { id: given }: { readonly id?: EntityId } = {},
): [
  /** Undefined without an id. */
  blocks: ContentBlock[] | undefined,
  onInput: TakeEditorBlocks,
  onChange: TakeEditorBlocks,
] {
  const registry = useRegistry() as { readonly batch: (work: () => void) => void }
  const { id, revisionId } = useShownRecord(kind, name, given)
  const { editEntityRecord, __unstableCreateUndoLevel: createUndoLevel } = useCoreDispatch()
  const record = JSON.stringify([kind, name, id])

  const { content, edited, meta, types } = useCoreSelect(
    (core, select) => {
      const { getBlockTypes } = Object(select('core/blocks')) as { getBlockTypes?: () => unknown }
      const shown = { types: getBlockTypes?.(), content: undefined, edited: undefined, meta: undefined }
      if (id === undefined) return shown
      if (revisionId !== undefined) {
        const revision = core.getRevision(kind, name, id, revisionId, shownOfRevision)
        return { ...shown, content: rawText(revision && 'content' in revision && revision.content) }
      }
      const all = core.getEditedEntityRecord(kind, name, id)
      if (!isRecord(all)) return shown
      return { ...shown, content: all.content, edited: all.blocks, meta: all.meta }
    },
    [kind, name, id, revisionId],
  )

  const blocks = useMemo(() => {
    if (id === undefined) return undefined
    if (edited && revisionId === undefined) return edited as readonly ContentBlock[]
    // A function is the text that edited blocks will come to, and there are none.
    if (!content || typeof content !== 'string') return none
    const place = revisionId === undefined ? record : `${record} ${revisionId}`
    return parsedBlocks(registry, place, content, types)
  }, [registry, record, id, revisionId, edited, content, types])

  const take = useCallback(
    (next: readonly ContentBlock[], options: object | undefined, isTyping: boolean) => {
      if (revisionId !== undefined || id === undefined) return
      if (next === blocks && !isTyping) {
        createUndoLevel(kind, name, id)
        return
      }
      const { selection } = Object(options) as { selection?: unknown }
      const known = isRecord(meta) ? meta : undefined
      const { footnotes, ...synced } = syncFootnotes(
        next,
        known?.footnotes,
        footnotesOf(registry, record),
        (block) => serializeAndClean([block] as never),
      )
      const edits = {
        selection,
        ...(!isTyping && { content: writeContent }),
        ...synced,
        ...(footnotes !== undefined && { meta: { ...known, footnotes } }),
      }
      registry.batch(
        () => void editEntityRecord(kind, name, id, edits, { isCached: isTyping, ...others(options) }),
      )
    },
    [registry, record, kind, name, id, revisionId, blocks, meta, editEntityRecord, createUndoLevel],
  )
  const onInput = useCallback<TakeEditorBlocks>((next, options) => take(next, options, true), [take])
  const onChange = useCallback<TakeEditorBlocks>((next, options) => take(next, options, false), [take])
  return [blocks as ContentBlock[] | undefined, onInput, onChange]
}

/** The text of a record, written when it is saved. */
function writeContent({ blocks = [] }: { readonly blocks?: readonly ContentBlock[] }): string {
  return writeBlocks(blocks)
}

const writeBlocks = /* @__PURE__ */ serializeBlocksOnce(
  { serialize, __unstableSerializeAndClean: serializeAndClean } as unknown as BlockSerializers,
  () => [getBlockTypes()],
)

/** What an editor says of a change besides the selection, such as that it is no undo step. */
function others(options: object | undefined): object {
  const { selection, ...rest } = Object(options) as { selection?: unknown }
  return rest
}

function rawText(value: unknown): unknown {
  return isRecord(value) ? value.raw : value
}
