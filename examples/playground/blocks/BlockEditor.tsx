import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { selectEntityRecordEdits, type EntityId } from 'copydesk'
import { useEntityBlocks, useEntityStore } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import type { PostType } from '../route'
import { useSession } from '../session/SessionContext'
import { BlockSheet } from './BlockSheet'
import { putCaret } from './focusText'
import { findBlock, placeOfChange, type CaretPlace } from './blockTree'
import { useBlockActions } from './useBlockActions'

interface BlockEditorProps {
  type: PostType
  id: EntityId
  /** Beside the tools of the blocks. */
  aside?: ReactNode
}

/** The content of a document as blocks, each with an editor of its own. Typing in one renders only that one again. */
export function BlockEditor({ type, id, aside }: BlockEditorProps) {
  useRenders('BlockEditor')
  const store = useEntityStore()
  const [blocks, onInput, onChange] = useEntityBlocks('postType', type, { id })
  const actions = useBlockActions(type, id, onInput, onChange)
  const [active, setActive] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const seen = useRef(blocks)
  const seenCaret = useRef<CaretPlace>(undefined)
  const wasInside = useRef(false)
  const { together } = useSession()

  // What an undo brings back includes where the caret was; what a colleague changes leaves it alone.
  useLayoutEffect(() => {
    if (seen.current === blocks) return
    const before = seen.current
    seen.current = blocks
    const edits = selectEntityRecordEdits(store.getState(), 'postType', type, id)
    const caret = edits?.selection as CaretPlace | undefined
    const isSame = caret === seenCaret.current
    seenCaret.current = caret
    if (before === undefined || blocks === undefined) return
    if (actions.isOwn(blocks)) {
      const unclaimed = actions.takeUnclaimed()
      if (unclaimed && !(root.current && putCaret(root.current, unclaimed))) actions.wantCaret(unclaimed)
      return
    }
    const focused = document.activeElement
    const isNowhere = focused === document.body
    if (isSame && !(isNowhere && wasInside.current)) return
    if (!isNowhere && !root.current?.contains(focused)) return
    const isThere = caret !== undefined && findBlock(blocks, caret.clientId) !== undefined
    // What lost the focus with its block gives it to what took its place: keys would go to the list.
    const place = isThere ? caret : placeOfChange(before, blocks)
    if (!place) return
    // The texts are on the page already: what is wanted only now they would ask for with the next key.
    const isPut = root.current !== null && putCaret(root.current, place)
    if (!isPut) actions.wantCaret(place)
    // The tools are those of the row that the caret is in: of a list, not of one item.
    const row = isPut ? document.activeElement?.closest<HTMLElement>('[data-block]') : undefined
    setActive(row?.dataset.block ?? place.clientId)
  }, [blocks, actions, store, type, id])

  const activate = useCallback((clientId: string | null) => {
    wasInside.current = true
    setActive(clientId)
  }, [])
  const leave = useCallback(({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget) wasInside.current = root.current?.contains(relatedTarget) ?? false
    // A text that goes takes the focus along, which then is to be kept; one that is still there was left.
    else queueMicrotask(() => (wasInside.current &&= !target.isConnected))
  }, [])

  if (!blocks) return null
  return (
    <BlockSheet
      root={root}
      {...{ blocks, actions, active, type, id, aside }}
      onActive={activate}
      onLeave={leave}
    >
      {together && typeof id === 'number' && <together.parts.BlockCursors type={type} id={id} root={root} />}
    </BlockSheet>
  )
}
