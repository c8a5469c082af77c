import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent } from 'react'
import { selectEntityRecordEdits } from 'copydesk'
import { useEntityBlocks, useEntityStore } from 'copydesk/react'
import { useRenders } from '../hood/useRenders'
import type { PostType } from '../route'
import { useSession } from '../session/SessionContext'
import { AddBlock } from './AddBlock'
import { BlockList } from './BlockList'
import './blocks.css'
import { EmptyText } from './EmptyText'
import { WriteBelow } from './WriteBelow'
import { placeCaret, placeInField } from './caret'
import { findBlock, placeOfChange, type CaretPlace } from './blockTree'
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
    const before = seen.current
    seen.current = blocks
    const edits = selectEntityRecordEdits(store.getState(), 'postType', type, id)
    const caret = edits?.selection as CaretPlace | undefined
    const isSame = caret === seenCaret.current
    seenCaret.current = caret
    if (before === undefined || blocks === undefined || actions.isOwn(blocks)) return
    if (isSame && document.activeElement !== document.body) return
    const focused = document.activeElement
    if (!(focused === document.body || root.current?.contains(focused))) return
    const isThere = caret !== undefined && findBlock(blocks, caret.clientId) !== undefined
    // What lost the focus with its block gives it to what took its place: keys would go to the list.
    const place = isThere ? caret : placeOfChange(before, blocks)
    if (!place) return
    // The texts are on the page already: what is wanted only now they would ask for with the next key.
    if (!root.current || !putCaret(root.current, place)) actions.wantCaret(place)
    setActive(place.clientId)
  }, [blocks, actions, store, type, id])

  const focus = useCallback((event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>('[data-block]')
    setActive(row?.dataset.block ?? null)
  }, [])

  if (!blocks) return null
  return (
    <div ref={root} className="blocks" data-blocks role="group" aria-label="Blocks" onFocus={focus}>
      <BlockList blocks={blocks} actions={actions} active={active} type={type} id={id} />
      {blocks.length === 0 && <EmptyText actions={actions} />}
      <WriteBelow blocks={blocks} actions={actions} />
      <AddBlock actions={actions} after={null} />
      {together && <together.parts.BlockCursors type={type} id={id} root={root} />}
    </div>
  )
}

/** Puts the caret into the text of a block; false for one that has none. */
function putCaret(root: HTMLElement, { clientId, offset }: CaretPlace): boolean {
  const [text] = root.querySelectorAll<HTMLElement>(`[data-rich="${CSS.escape(clientId)}"]`)
  if (text) placeCaret(text, offset)
  const code = root.querySelector<HTMLTextAreaElement>(`[data-code="${CSS.escape(clientId)}"]`)
  if (code) placeInField(code, offset)
  return Boolean(text ?? code)
}
