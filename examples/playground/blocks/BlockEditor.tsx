import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent } from 'react'
import { selectEntityRecordEdits } from 'copydesk'
import { useEntityBlocks, useEntityStore } from 'copydesk/react'
import { useRenders } from '../hood/useRenders'
import type { PostType } from '../route'
import { useSession } from '../session/SessionContext'
import { AddBlock } from './AddBlock'
import { BlockList } from './BlockList'
import './blocks.css'
import type { CaretPlace } from './blockTree'
import { useBlockActions } from './useBlockActions'

/** The content of a document as blocks, each with an editor of its own. Typing in one renders only that one again. */
export function BlockEditor({ type, id }: { type: PostType; id: number }) {
  useRenders('BlockEditor')
  const store = useEntityStore()
  const [blocks, onInput, onChange] = useEntityBlocks('postType', type, { id })
  const actions = useBlockActions(type, id, onInput, onChange)
  const [active, setActive] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const seen = useRef(blocks)
  const seenCaret = useRef<CaretPlace>(undefined)
  const { together } = useSession()

  // What an undo brings back includes where the caret was; what a colleague changes leaves it alone.
  useLayoutEffect(() => {
    if (seen.current === blocks) return
    const isFirst = seen.current === undefined
    seen.current = blocks
    const edits = selectEntityRecordEdits(store.getState(), 'postType', type, id)
    const caret = edits?.selection as CaretPlace | undefined
    const isSame = caret === seenCaret.current
    seenCaret.current = caret
    if (isFirst || isSame || actions.isOwn(blocks)) return
    const focused = document.activeElement
    if (!caret || !(focused === document.body || root.current?.contains(focused))) return
    actions.wantCaret(caret)
    setActive(caret.clientId)
  }, [blocks, actions, store, type, id])

  const focus = useCallback((event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>('[data-block]')
    setActive(row?.dataset.block ?? null)
  }, [])

  if (!blocks) return null
  return (
    <div ref={root} className="blocks" data-blocks role="group" aria-label="Blocks" onFocus={focus}>
      <BlockList blocks={blocks} actions={actions} active={active} type={type} id={id} />
      {blocks.length === 0 && <p className="hint">Nothing is written yet. Begin with a block:</p>}
      <AddBlock actions={actions} after={null} />
      {together && <together.parts.BlockCursors type={type} id={id} root={root} />}
    </div>
  )
}
