import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import {
  editEntityRecord,
  selectEntityBlocks,
  selectEntityRecordEdits,
  type ContentBlock,
  type EntityId,
} from 'copydesk'
import { useEntityStore, type TakeBlocks } from 'copydesk/react'
import type { PostType } from '../route'
import {
  allBlocks,
  beginningOf,
  findBlock,
  indentItem,
  insertAfter,
  joinWithNext,
  joinWithPrevious,
  moveBlock,
  neighbourOf,
  outdentItem,
  replaceBlock,
  rowOf,
  splitBlock,
  type CaretPlace,
  type Changed,
} from './blockTree'
import { makeStarted } from './blockStarts'
import { textLength } from './caret'
import { pasteBlocks } from './pasteBlocks'
import {
  holdsOf,
  makeBlock,
  makeSourceBlock,
  turnInto,
  withAttributes,
  type Framed,
  type TextKind,
} from './editableBlock'

type Blocks = readonly ContentBlock[]

/** What can be done with the blocks of a document. The functions stay the same as long as the document does. */
export interface BlockActions {
  /** Takes what a key changed; a burst of typing is one step back. */
  type(clientId: string, attributes: Partial<Framed>, offset: number | null): void
  /** Takes a finished change of one block. */
  change(clientId: string, change: (block: ContentBlock) => ContentBlock): void
  turn(clientId: string, kind: TextKind): void
  /** Takes a text apart where the caret is. */
  split(clientId: string, head: string, tail: string): void
  /** Puts blocks in the place of the selection; the first and the last join what is around it, where they are texts. */
  paste(clientId: string, head: string, pasted: readonly ContentBlock[], tail: string): void
  /** Makes an empty text of another kind, as `## ` and its like ask for. */
  begin(clientId: string, start: TextKind, content: string): void
  /** Takes any other change of the blocks, as one step back. */
  transform(change: (blocks: Blocks) => Changed): void
  /** Where the caret is before a key does something: an undo brings it back there. */
  noteCaret(place: CaretPlace): void
  join(clientId: string, side: 'previous' | 'next'): void
  /** Moves an item of a list a level in or out, with the caret; false where there is nowhere to go. */
  indent(clientId: string, way: 'in' | 'out', offset: number): boolean
  add(block: ContentBlock, after: string | null): void
  /** Adds several at the end, with the caret behind them. */
  addAll(blocks: Blocks): void
  /** Adds a paragraph at the end of what is in a container; a column to columns, a picture to a gallery. */
  addInside(clientId: string): void
  move(clientId: string, by: number): void
  remove(clientId: string): void
  /** Whether there is a place to keep footnotes. */
  hasFootnotes: boolean
  /** Gives the footnotes a place at the end, unless they have one. */
  ensureFootnotes(): void
  /**
   * Where the caret belongs in a block that was just made or changed; asked once. The block asks, as it alone knows what in
   * it takes the focus (a text, the chooser of a picture, the head of a container) and when that is on the page: a picture
   * that is still uploaded has nothing yet.
   */
  takeCaret(clientId: string): number | null
  /**
   * The place that the caret belongs to and that no block has asked for after a change: one that stays as it is does not
   * render, so that the editor goes there in its place.
   */
  takeUnclaimed(): CaretPlace | null
  /** Remembers that the caret belongs somewhere as soon as that is on the page. */
  wantCaret(place: CaretPlace | null): void
  /**
   * Whether the blocks on the page are those that were made here last: then the caret is right already. Once others were
   * seen it does not know them any more, should an undo and a redo lead back to them.
   */
  isOwn(blocks: Blocks | undefined): boolean
}

export function useBlockActions(
  type: PostType,
  id: EntityId,
  onInput: TakeBlocks,
  onChange: TakeBlocks,
): BlockActions {
  const store = useEntityStore()
  return useMemo(
    () =>
      makeBlockActions({
        read: () => selectEntityBlocks(store.getState(), 'postType', type, id) ?? [],
        write(blocks, selection, typedInto) {
          const take = typedInto === undefined ? onChange : onInput
          take(blocks, { ...(selection && { selection }), ...(typedInto && { undoGroup: typedInto }) })
        },
        noteCaret(selection) {
          const { selection: before } = selectEntityRecordEdits(store.getState(), 'postType', type, id) ?? {}
          const { clientId, offset } = (before ?? {}) as Partial<CaretPlace>
          if (clientId === selection.clientId && offset === selection.offset) return
          const edits = { selection } as Parameters<typeof editEntityRecord<'postType', PostType>>[3]
          store.dispatch(editEntityRecord('postType', type, id, edits, { undoIgnore: true }))
        },
        hasFootnotes: true,
      }),
    [store, type, id, onInput, onChange],
  )
}

/** Where blocks are kept. */
export interface BlockSource {
  read(): Blocks
  /** With the block that is typed into, where a change is one of many by key. */
  write(blocks: Blocks, selection: CaretPlace | null, typedInto: string | undefined): void
  /** Remembers where the caret is before a step, for an undo of it. */
  noteCaret(place: CaretPlace): void
  /** Whether there is a place to keep footnotes. */
  hasFootnotes: boolean
}

export function makeBlockActions(source: BlockSource): BlockActions {
  const { read } = source
  let noted: CaretPlace | null = null
  let wanted: CaretPlace | null = null
  let own: Blocks | undefined
  const take = (blocks: Blocks, selection: CaretPlace | null, typedInto?: string) => {
    source.write(blocks, selection, typedInto)
    own = read()
  }
  /** The step that follows goes back to where the caret was. */
  const rememberCaret = () => {
    if (noted && findBlock(read(), noted.clientId)) source.noteCaret(noted)
  }
  const change = (changed: Changed) => {
    if (changed.blocks === read()) return
    rememberCaret()
    wanted = changed.caret
    // At once, so that the next key finds the caret in place.
    flushSync(() => take(changed.blocks, changed.caret))
  }
  return {
    type(clientId, attributes, offset) {
      if (offset !== null) rememberCaret()
      noted = null
      const blocks = replaceBlock(read(), clientId, (block) => [withAttributes(block, attributes)])
      take(blocks, offset === null ? null : { clientId, offset }, clientId)
    },
    change(clientId, edit) {
      change({ blocks: replaceBlock(read(), clientId, (block) => [edit(block)]), caret: null })
    },
    turn(clientId, kind) {
      const block = findBlock(read(), clientId)
      const turned = block ? turnInto(block, kind) : []
      const target = turned[0]?.innerBlocks[0] ?? turned[0]
      const caret = target?.clientId ? { clientId: target.clientId, offset: Infinity } : null
      change({ blocks: replaceBlock(read(), clientId, () => turned), caret })
    },
    split(clientId, head, tail) {
      change(splitBlock(read(), clientId, head, tail))
    },
    paste(clientId, head, pasted, tail) {
      change(pasteBlocks(read(), clientId, head, pasted, tail, textLength))
    },
    begin(clientId, start, content) {
      const made = makeStarted(start, content)
      const target = made.innerBlocks[0] ?? made
      change({
        blocks: replaceBlock(read(), clientId, () => [made]),
        caret: { clientId: target.clientId as string, offset: 0 },
      })
    },
    transform(edit) {
      change(edit(read()))
    },
    noteCaret(place) {
      noted = place
    },
    join(clientId, side) {
      change((side === 'previous' ? joinWithPrevious : joinWithNext)(read(), clientId, textLength))
    },
    indent(clientId, way, offset) {
      const blocks = read()
      const moved = (way === 'in' ? indentItem : outdentItem)(blocks, clientId)
      change({ blocks: moved, caret: { clientId, offset } })
      return moved !== blocks
    },
    add(block, after) {
      const row = after === null ? null : (rowOf(read(), after)?.clientId ?? null)
      change({ blocks: insertAfter(read(), row, [block]), caret: beginningOf(block) })
    },
    addAll(added) {
      const last = added.at(-1)
      if (!last) return
      const caret = { clientId: last.clientId as string, offset: Infinity }
      change({ blocks: [...read(), ...added], caret })
    },
    addInside(clientId) {
      const holder = findBlock(read(), clientId)
      const held = holder && holdsOf(holder)
      const added = makeBlock(held ? heldNames[held] : 'core/paragraph')
      const blocks = replaceBlock(read(), clientId, (block) => [
        { ...block, innerBlocks: [...block.innerBlocks, added] },
      ])
      change({ blocks, caret: beginningOf(added) })
    },
    move(clientId, by) {
      const active = document.activeElement
      change({ blocks: moveBlock(read(), clientId, by), caret: null })
      // The page moves whichever of the two it likes, and what is moved loses the focus.
      if (active instanceof HTMLElement && document.activeElement !== active) active.focus()
      const row = document.querySelector(`[data-block="${CSS.escape(clientId)}"]`)
      // Where it can go no further, what is typed next is meant for the text.
      if (active?.getAttribute('aria-disabled') === 'true') {
        row?.querySelector<HTMLElement>(focusable)?.focus()
      }
      row?.scrollIntoView({ block: 'nearest' })
    },
    remove(clientId) {
      const blocks = read()
      const neighbour = neighbourOf(blocks, clientId)
      const left = replaceBlock(blocks, clientId, () => [])
      // What is left of the neighbour: it may have held the block.
      const target = findBlock(left, neighbour?.clientId ?? '')
      const last = target && allBlocks([target]).at(-1)
      const caret = last?.clientId ? { clientId: last.clientId, offset: Infinity } : null
      change({ blocks: left, caret })
    },
    hasFootnotes: source.hasFootnotes,
    ensureFootnotes() {
      const blocks = read()
      if (blocks.some(({ name }) => name === 'core/footnotes')) return
      change({
        blocks: [...blocks, makeSourceBlock('core/footnotes', '<!-- wp:footnotes /-->')],
        caret: null,
      })
    },
    takeCaret(clientId) {
      if (wanted?.clientId !== clientId) return null
      const { offset } = wanted
      wanted = null
      return offset
    },
    takeUnclaimed() {
      const place = wanted
      wanted = null
      return place
    },
    wantCaret(place) {
      wanted = place
    },
    isOwn(blocks) {
      const isOwn = blocks === own
      if (!isOwn) own = undefined
      return isOwn
    },
  }
}

const heldNames = { column: 'core/column', picture: 'core/image', paragraph: 'core/paragraph' } as const

const focusable = '[data-rich], textarea, [tabindex], .container-head > button'
